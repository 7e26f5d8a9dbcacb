/** Exit codes of `stackctl` that mean something to scripts. */
export const EXIT = {
  good: 0,
  /** The run failed, or there is no such thing. */
  failed: 1,
  /** Usage, or an invalid manifest. */
  usage: 2,
  refused: 3,
  timedOut: 4,
  /** Changes or drift found. */
  changes: 5,
  interrupted: 130,
} as const;

/** Ends the command with a message on standard error and an exit code. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  constructor(
    message: string,
    readonly exitCode: (typeof EXIT)[keyof typeof EXIT],
  ) {
    super(message);
  }
}

export const usageError = (message: string): ExitError => new ExitError(message, EXIT.usage);
export const refusal = (message: string): ExitError => new ExitError(message, EXIT.refused);
