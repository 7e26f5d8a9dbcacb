import { isPolledSource } from '../stack/source';
import type { Pass } from './pass';
import { queued } from './requests';

/** Input that the last started attempt did not have (H3); names it for people, undefined when there is none. */
export function newInput(pass: Pass): string | undefined {
  const { state } = pass;
  if (state.runOwed === true) return 'resumed';
  if (queued(state.requests).length > 0) return 'a reconciliation request';
  if (
    state.spec !== undefined &&
    state.attempted !== undefined &&
    state.spec.generation !== state.attempted.generation
  ) {
    return `generation ${state.spec.generation}`;
  }
  return newRevision(pass) === undefined ? undefined : `revision ${String(newRevision(pass))}`;
}

/** A revision that a look found and the last started attempt did not run. */
export function newRevision(pass: Pass): string | undefined {
  const { source, attempted } = pass.state;
  if (source?.revision === undefined || attempted === undefined) return undefined;
  if ((source.seenAt ?? 0) <= attempted.at) return undefined;
  return source.revision === attempted.revision ? undefined : source.revision;
}

/** Whether spec or signal suspends the Stack. */
export function isSuspended(pass: Pass): boolean {
  return pass.state.suspension !== undefined || pass.state.spec?.spec.suspend === true;
}

/** History of this run is due to be left behind (I4). */
export function isContinueAsNewDue(pass: Pass): boolean {
  const { history } = pass.snapshot;
  const limit = pass.settings.continueAsNew;
  return history.events >= limit.events || history.bytes >= limit.bytes || history.signals >= limit.signals;
}

/** When the stack runs again because time passed; undefined when it idles in sync (D1). */
export function resyncAt(pass: Pass): number | undefined {
  const { spec, lastUpdate, stall } = pass.state;
  if (spec?.spec.continueResyncOnCommitMatch !== true || lastUpdate === undefined) return undefined;
  if (stall !== undefined && stall.reason !== 'UpdateCancelled') return undefined;
  return lastUpdate.finishedAt + resyncMs(pass);
}

/** When to look for a new commit; undefined for sources that are not polled (D2). A resync looks by itself. */
export function lookAt(pass: Pass): number | undefined {
  const { spec, source, lastUpdate } = pass.state;
  if (spec === undefined || !isPolledSource(spec.spec) || !mayLook(pass)) return undefined;
  const last = Math.max(source?.lookedAt ?? 0, lastUpdate?.finishedAt ?? 0, spec.acceptedAt);
  return last + resyncMs(pass);
}

function mayLook(pass: Pass): boolean {
  const { looking, update } = pass.state;
  if (looking !== undefined || update?.phase === 'running') return false;
  return update !== undefined || resyncAt(pass) === undefined;
}

/** When an operation runs again by itself. Looks are not shown: one that finds nothing writes no status (D2). */
export function nextRunAt(pass: Pass): number | undefined {
  const { update, suspension } = pass.state;
  if (isSuspended(pass)) return suspension?.until;
  return update?.nextAt ?? resyncAt(pass);
}

function resyncMs(pass: Pass): number {
  const seconds = pass.state.spec?.spec.resyncFrequencySeconds ?? 60;
  return Math.max(seconds * 1_000, pass.settings.minResyncMs);
}

/** The earliest of the given moments. */
export function earliest(...moments: (number | undefined)[]): number | undefined {
  const known = moments.filter((m) => m !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
