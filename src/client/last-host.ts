import type { temporal } from '@temporalio/proto';
import { hostOf, OPERATION_ACTIVITY } from './pending-operation';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** The machine that started the newest operation, from history with the newest event first. */
export function lastHostIn(newestFirst: readonly HistoryEvent[]): string | undefined {
  const startedBy = new Map<string, string | undefined>();
  for (const { eventId, activityTaskStartedEventAttributes: started, ...event } of newestFirst) {
    if (started) startedBy.set(String(started.scheduledEventId), hostOf(started.identity));
    const type = event.activityTaskScheduledEventAttributes?.activityType?.name;
    const host = startedBy.get(String(eventId));
    if (type === OPERATION_ACTIVITY && host !== undefined) return host;
  }
  return undefined;
}
