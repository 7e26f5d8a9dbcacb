import type { FailureClass } from './operation';

/** The spec, the source or its owner must change before another try makes sense. */
export class StallError extends Error {
  override readonly name = 'StallError';
  constructor(
    message: string,
    readonly failureClass: FailureClass,
    /** Condition reason, where the class alone does not give it. */
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** Not a failure: something is not there yet or is held by someone else; look again after `retryAfterMs`. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
  constructor(
    message: string,
    readonly retryAfterMs: number,
    readonly failureClass: FailureClass,
    readonly reason?: string,
  ) {
    super(message);
  }
}
