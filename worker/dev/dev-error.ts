/** Something that the user has to settle before the engine can run; the message says what, in a few lines. */
export class DevError extends Error {
  override readonly name = 'DevError';
  constructor(
    message: string,
    /** What `stackctl` ends with. */
    readonly exitCode: 1 | 3 = 1,
  ) {
    super(message);
  }
}
