/** Something that the user has to settle before the engine can run; the message says what, in a few lines. */
export class DevError extends Error {
  override readonly name = 'DevError';
}
