import { proxyActivities } from '@temporalio/workflow';
import type { DecisionActivities, QuickActivities } from '../../../activities/contract';
import type { RunOrder } from '../../../src/reconcile/decision';

export { decisions, lookups } from '../../../workflows/activity-options';

interface Renamed extends DecisionActivities, QuickActivities {
  runOperation(request: unknown): Promise<never>;
}

/** The shell's operation under another activity id: a different command. */
export function operations(order: RunOrder): Renamed {
  return proxyActivities<Renamed>({ activityId: `other-${order.activityId}`, startToCloseTimeout: '1 minute' });
}
