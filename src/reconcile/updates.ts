import type { HistoryEntryStatus } from '../stack/status';
import type { OperationResult } from '../stack/operation';
import { isoTime } from '../stack/time';
import { clip, type Pass } from './pass';
import { serveRequests } from './requests';
import type { LastUpdate, UpdateInHand } from './state';

/** A preview or refresh that someone asked for: it has its own outcome, and says nothing about the stack being as declared. */
export function isSideOperation(pass: Pass, update: Pick<UpdateInHand, 'operation'>): boolean {
  if (update.operation === 'refresh') return true;
  return update.operation === 'preview' && pass.state.spec?.spec.preview !== true;
}

/** Records how the update stands after an attempt; a side operation leaves the stack's own record alone. */
export function recordLast(pass: Pass, update: UpdateInHand, how: Partial<LastUpdate> & Pick<LastUpdate, 'state'>): void {
  if (isSideOperation(pass, update)) return;
  const served = pass.state.requests.find((r) => r.update === update.name && r.channel === 'pulumi');
  const token = served?.token ?? pass.state.requests.findLast((r) => r.update === update.name)?.token;
  pass.change({
    lastUpdate: {
      name: update.name,
      operation: update.operation,
      cause: update.cause,
      ...(update.by === undefined ? {} : { by: update.by }),
      generation: update.generation,
      ...(update.revision === undefined ? {} : { revision: update.revision }),
      startedAt: update.startedAt,
      finishedAt: pass.now,
      attempts: update.attempts,
      failures: update.failures,
      ...(token === undefined ? {} : { reconcileRequest: token }),
      ...how,
    },
  });
}

/** The first attempt ended: its tokens are served, well or badly (C2). */
export function serve(pass: Pass, update: UpdateInHand, outcome: 'succeeded' | 'failed' | 'cancelled'): void {
  pass.change({ requests: serveRequests(pass.state.requests, update.name, outcome) });
}

/** The update is over: it goes into the history, and no update is in hand. */
export function close(
  pass: Pass,
  update: UpdateInHand,
  state: HistoryEntryStatus['state'],
  result: Pick<OperationResult, 'changes' | 'failure'> = {},
): void {
  pass.finished.push({
    name: update.name,
    operation: update.operation,
    cause: update.cause,
    ...(update.by === undefined ? {} : { by: update.by }),
    generation: update.generation,
    ...(update.revision === undefined ? {} : { revision: update.revision }),
    startedAt: isoTime(update.startedAt),
    finishedAt: isoTime(pass.now),
    attempts: update.attempts,
    state,
    ...(result.changes === undefined ? {} : { changes: result.changes }),
    ...(result.failure === undefined
      ? {}
      : { message: clip(result.failure.message, 300), failureClass: result.failure.class }),
  });
  pass.change({ update: undefined });
}
