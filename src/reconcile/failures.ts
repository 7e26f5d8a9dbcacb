import type { FailureClass, OperationFailure } from '../stack/operation';
import type { StalledReason } from '../stack/reasons';

const NO_FAILURE: ReadonlySet<FailureClass> = new Set(['conflict', 'lost', 'cancelled']);

/** Whether a failed attempt counts (H4): a lock held by someone else and a lost worker do not. */
export function isCounted(failureClass: FailureClass, reason?: string): boolean {
  return !NO_FAILURE.has(failureClass) && reason !== 'WaitingForReference';
}

const STALLED: Readonly<Partial<Record<FailureClass, StalledReason>>> = {
  source: 'SourceUnavailable',
  plugin: 'WorkspaceFailed',
  conflict: 'UpdateConflict',
  internal: 'InternalError',
};

/** Reason of the Stalled condition for a permanent failure: its own, else its class's (H4). */
export function stalledReason(failure: OperationFailure): string {
  return failure.reason ?? STALLED[failure.class] ?? 'UpdateRejected';
}

const CLASSES: readonly FailureClass[] = [
  'program',
  'config',
  'credentials',
  'source',
  'plugin',
  'policy',
  'provider',
  'conflict',
  'timeout',
  'cancelled',
  'backend',
  'lost',
  'internal',
];

/** Reads a failure class from a message; anything unknown is `internal`. */
export function parseFailureClass(value: unknown): FailureClass {
  return CLASSES.find((c) => c === value) ?? 'internal';
}
