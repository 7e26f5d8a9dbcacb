import { defined } from '../src/stack/defined';
import type { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { OperationFailure, OperationRequest, OperationResult } from '../src/stack/operation';
import { backoffMs, jittered } from '../src/reconcile/backoff';
import { isCounted } from '../src/reconcile/failures';
import type { AttemptFailedMessage } from '../workflows/messages';

const CONFLICT_MS = { retried: 30_000, stalled: 300_000 };
const REFERENCE_MS = 30_000;

export interface FailedAttempt {
  readonly request: OperationRequest;
  readonly result: OperationResult & { readonly failure: OperationFailure };
  /** Failures in a row before this attempt. */
  readonly failures: number;
  readonly runToken: string;
}

/**
 * The failure with which an attempt ends. A permanent one closes the update. Any other names the delay, has been
 * reported to the workflow first, and Temporal retries it (H1): so the workflow knows each failure, and the Web UI
 * shows attempt, last failure and next try.
 */
export async function failureOf(ctx: Context, attempt: FailedAttempt): Promise<ApplicationFailure> {
  const { request, result } = attempt;
  const { failure } = result;
  if (isFinal(attempt)) {
    return ApplicationFailure.create({
      type: failure.class,
      message: failure.message,
      nonRetryable: true,
      details: [result],
    });
  }
  const delayMs = delayOf(request, failure, attempt.failures);
  await report(ctx, attempt, delayMs);
  return ApplicationFailure.create({
    type: failure.class,
    message: failure.message,
    nextRetryDelay: delayMs,
    ...(failure.class === 'conflict' ? { category: 'BENIGN' as const } : {}),
  });
}

/** A destroy is tried for as long as it fails (J3); anything else ends with a permanent failure or its last attempt. */
function isFinal({ request, result, failures }: FailedAttempt): boolean {
  if (request.operation === 'destroy') return false;
  const { maximumAttempts } = request.spec.retryPolicy;
  return result.failure.permanent || (maximumAttempts > 0 && failures + 1 >= maximumAttempts);
}

/** min(initial · factor^failures, cap), jittered; what counts as no failure is looked at again at a fixed pace (H4). */
export function delayOf(request: OperationRequest, failure: OperationFailure, failures: number): number {
  const { spec } = request;
  if (failure.class === 'conflict') return spec.retryOnUpdateConflict ? CONFLICT_MS.retried : CONFLICT_MS.stalled;
  if (!isCounted(failure.class, failure.reason)) return REFERENCE_MS;
  return jittered(backoffMs(spec, failures), spec.retryPolicy.jitter, Math.random());
}

async function report(ctx: Context, attempt: FailedAttempt, delayMs: number): Promise<void> {
  const { workflowExecution, activityId, attempt: number } = ctx.info;
  if (workflowExecution === undefined) return;
  const { failure, revision } = attempt.result;
  const message: AttemptFailedMessage = {
    id: activityId,
    attempt: number,
    delayMs,
    class: failure.class,
    message: failure.message,
    runToken: attempt.runToken,
    ...defined({ revision }),
    ...defined({ reason: failure.reason }),
  };
  const handle = ctx.client.workflow.getHandle(workflowExecution.workflowId, workflowExecution.runId);
  try {
    await handle.signal('attemptFailed', message);
  } catch (error) {
    // The failure itself still reaches the server; the workflow counts it when the next attempt asks to begin.
    ctx.log.warn('the failed attempt could not be reported to its workflow', { error: String(error) });
  }
}
