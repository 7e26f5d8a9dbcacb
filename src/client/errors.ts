/** Temporal cannot be reached, or refuses us. The message is one line that names the address and what to do. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** There is no such Stack under management. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** Nobody answers for the workflows: a query would hang. Signals are kept until a worker comes. */
export class NoWorkerError extends Error {
  override readonly name = 'NoWorkerError';
}

/** Search attributes are missing and could not be created; the message names the commands that create them. */
export class SearchAttributesError extends Error {
  override readonly name = 'SearchAttributesError';
}
