export { connect } from './connect';
export { resolveTarget, type ConnectionTarget, type TargetOptions } from './connection-target';
export { ConnectionError, NotFoundError, NoWorkerError, SearchAttributesError } from './errors';
export { createCommands, ensureSearchAttributes, SEARCH_ATTRIBUTES } from './search-attributes';
export { unreachable } from './translate-error';
export type { ServerReport } from './server-report';
export type { PendingOperation, StackClient, StackDescription, StackSummary } from './stack-client';
export {
  pause,
  waitFor,
  waitUntilGone,
  waitUntilServed,
  WaitTimeoutError,
  type ServedRequest,
  type WaitOptions,
} from './wait-for';
