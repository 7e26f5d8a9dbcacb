import { defined } from '../src/stack/defined';
import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import type { OperationResult } from '../src/stack/operation';
import type { OperationEnd } from '../src/reconcile/snapshot';

/**
 * How an operation's activity closed. Under WAIT_CANCELLATION_COMPLETED an interrupted one closes in three ways:
 * cancelled, failed (retryState CANCEL_REQUESTED), or with a normal result; the core sorts them by what it asked for.
 */
export function endOf(error: unknown): OperationEnd {
  if (!(error instanceof ActivityFailure)) throw error;
  if (isCancellation(error)) return { how: 'cancelled' };
  const { cause } = error;
  if (cause instanceof TimeoutFailure) {
    return { how: 'failed', type: `Timeout:${cause.timeoutType}`, message: cause.message };
  }
  const type = cause instanceof ApplicationFailure ? (cause.type ?? 'Error') : 'Error';
  const message = (cause?.message ?? error.message).slice(0, 1_000);
  const result = cause instanceof ApplicationFailure ? resultIn(cause) : undefined;
  return { how: 'failed', type, message, ...defined({ result }) };
}

function resultIn(failure: ApplicationFailure): OperationResult | undefined {
  const [first] = failure.details ?? [];
  const isResult = typeof first === 'object' && first !== null && 'outcome' in first;
  return isResult ? (first as OperationResult) : undefined;
}
