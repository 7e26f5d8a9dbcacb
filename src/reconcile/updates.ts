import { defined } from '../stack/defined';
import type { OperationResult } from '../stack/operation';
import type { HistoryEntryStatus } from '../stack/status';
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
export function recordLast(
  pass: Pass,
  update: UpdateInHand,
  how: Partial<LastUpdate> & Pick<LastUpdate, 'state'>,
): void {
  if (isSideOperation(pass, update)) return;
  const { name, operation, cause, by, generation, revision, startedAt, attempts, failures } = update;
  const reconcileRequest = tokenOf(pass, update);
  const common = { name, operation, cause, by, generation, revision, startedAt, attempts, failures, reconcileRequest };
  pass.change({ lastUpdate: defined({ ...common, finishedAt: pass.now, ...how }) });
}

/** The token it served: the Pulumi annotation's where there is one, else the newest (C2). */
function tokenOf(pass: Pass, update: UpdateInHand): string | undefined {
  const served = pass.state.requests.filter((r) => r.update === update.name);
  return (served.find((r) => r.channel === 'pulumi') ?? served.at(-1))?.token;
}

/** The first attempt ended: its tokens are served, well or badly (C2). */
export function serve(pass: Pass, update: UpdateInHand, outcome: 'succeeded' | 'failed' | 'cancelled'): void {
  pass.change({ requests: serveRequests(pass.state.requests, update.name, outcome) });
}

/** The revision that was tried is no new input any more (H3). */
export function rememberRevision(pass: Pass, { revision }: UpdateInHand): void {
  const { attempted } = pass.state;
  if (attempted !== undefined && revision !== undefined) pass.change({ attempted: { ...attempted, revision } });
}

/** The update is over: it goes into the history, and no update is in hand. */
export function close(
  pass: Pass,
  update: UpdateInHand,
  state: HistoryEntryStatus['state'],
  { changes, failure }: Pick<OperationResult, 'changes' | 'failure'> = {},
): void {
  const { name, operation, cause, by, generation, revision, attempts } = update;
  const message = failure === undefined ? undefined : clip(failure.message, 300);
  pass.finished.push(
    defined({
      ...{ name, operation, cause, by, generation, revision, attempts, state, changes, message },
      startedAt: isoTime(update.startedAt),
      finishedAt: isoTime(pass.now),
      failureClass: failure?.class,
    }),
  );
  pass.change({ update: undefined });
}

/** The failure that an update is known to have had, for its entry in the history. */
export function failureOf(update: UpdateInHand): Pick<OperationResult, 'failure'> {
  return update.error === undefined ? {} : { failure: { ...update.error, permanent: false } };
}
