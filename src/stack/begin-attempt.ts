/** The answer to an attempt that asks before it begins (H3): a recorded decision. */
export type BeginAttemptAnswer =
  | { readonly go: true; readonly failures: number; readonly revision?: string }
  | { readonly go: false; readonly reason: string };
