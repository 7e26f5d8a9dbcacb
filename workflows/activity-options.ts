import { proxyActivities } from '@temporalio/workflow';
import type { DecisionActivities, OperationActivities, QuickActivities } from '../activities/contract';
import type { RunOrder } from '../src/reconcile/decision';
import { operationQueue, quickQueue } from './messages';

/** Decisions: quick, or a fault that the shell answers with a pause (A5). */
export function decisions(summary: string): DecisionActivities {
  return proxyActivities<DecisionActivities>({
    startToCloseTimeout: '5 seconds',
    scheduleToCloseTimeout: '5 minutes',
    retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumAttempts: 3 },
    summary,
  });
}

/**
 * One operation. The retry policy is short: it takes up crashes, which are no failures; a failing attempt names its own
 * delay (H1). The cancellation type is what guarantees that no second CLI starts while the first one stops; it is not the
 * SDK's default.
 */
export function operations(order: RunOrder, summary: string): OperationActivities {
  return proxyActivities<OperationActivities>({
    taskQueue: operationQueue(order.pool),
    activityId: order.activityId,
    startToCloseTimeout: order.startToCloseMs,
    heartbeatTimeout: order.heartbeatTimeoutMs,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 seconds' },
    summary,
  });
}

/** Look-ups: bounded, so that a pool without workers cannot hold the Stack up. */
export function lookups(pool: string | undefined, summary: string): QuickActivities {
  return proxyActivities<QuickActivities>({
    taskQueue: quickQueue(pool),
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: '3 minutes',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 3 },
    summary,
  });
}
