/** A spec as somebody wrote it, and what must be said about it. */
export interface WrongSpec {
  readonly name: string;
  /** Fields over a valid spec; `undefined` takes a field away. */
  readonly given: Record<string, unknown>;
  readonly path: string;
  readonly says: string | RegExp;
}

export const git = (difference: Record<string, unknown>): Record<string, unknown> => ({
  programRef: undefined,
  projectRepo: 'https://git.example/infra.git',
  branch: 'main',
  ...difference,
});
export const literal = { type: 'Literal', literal: { value: 'hunter2' } };
export const secret = { type: 'Secret', secret: { name: 'db', key: 'password' } };
export const preflight = (difference: Record<string, unknown>) => ({
  preflights: [{ name: 'a', exec: { command: ['true'] }, ...difference }],
});
