import { defined } from '../stack/defined';
import type { HistoryEntryStatus, StackStatus } from '../stack/status';
import { isoTime } from '../stack/time';
import type { LastUpdate, ReconcileRequest, StackState, UpdateInHand } from './state';

/** What of the log a status shows. */
export interface StatusLog {
  readonly history: readonly HistoryEntryStatus[];
  readonly warnings: readonly string[];
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly outputsRef?: string;
}

/** The status as the operator's clients read it, from state and log; times become RFC 3339 here. */
export function toStatus(state: StackState, log: StatusLog): StackStatus {
  return defined({
    phase: state.phase,
    observedGeneration: state.refused?.generation ?? state.spec?.generation ?? 0,
    ...observed(state),
    conditions: state.conditions,
    projectInfo: state.project,
    outputs: log.outputs,
    outputsRef: log.outputsRef,
    currentUpdate: currentUpdate(state),
    lastUpdate: lastUpdate(state),
    reconcileRequests: state.requests.map(request),
    history: log.history,
    next: nextOf(state),
    retry: retry(state),
    suspension: suspension(state),
    warnings: log.warnings,
  });
}

/** Epoch milliseconds as RFC 3339; undefined stays undefined. */
export function isoOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : isoTime(ms);
}

/** When and why it wakes next, as clients read it. */
export function nextOf({ next }: StackState): StackStatus['next'] {
  return next === undefined ? undefined : defined({ at: isoOf(next.at), reason: next.reason });
}

/** The Pulumi annotation where there is one, else the newest token; Flux's apart (C2). */
function observed(state: StackState): Pick<StackStatus, 'observedReconcileRequest' | 'lastHandledReconcileAt'> {
  return defined({
    observedReconcileRequest: state.observed.pulumi ?? state.observed.signal,
    lastHandledReconcileAt: state.observed.flux,
  });
}

function currentUpdate({ update, requests }: StackState): StackStatus['currentUpdate'] {
  if (update === undefined || update.phase === 'parked') return undefined;
  return defined({
    name: update.name,
    generation: update.generation,
    reconcileRequest: requests.findLast((r) => r.update === update.name)?.token,
    commit: commitOf(update.revision),
    operation: update.operation,
    cause: update.cause,
    by: update.by,
    startedAt: isoTime(update.startedAt),
    attempt: update.attempts,
  });
}

function lastUpdate({ lastUpdate: last, lastSuccess }: StackState): StackStatus['lastUpdate'] {
  if (last === undefined) return undefined;
  const { startedAt, finishedAt, revision, ...rest }: LastUpdate = last;
  return defined({
    ...rest,
    type: last.operation,
    lastAttemptedCommit: commitOf(revision),
    lastSuccessfulCommit: commitOf(lastSuccess?.revision),
    lastResyncTime: isoTime(finishedAt),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
  });
}

/** The commit of `main@sha1:abc`; other revisions stand for themselves. */
function commitOf(revision: string | undefined): string | undefined {
  if (revision === undefined) return undefined;
  const mark = revision.lastIndexOf('sha1:');
  return mark < 0 ? revision : revision.slice(mark + 'sha1:'.length);
}

function request(seen: ReconcileRequest): StackStatus['reconcileRequests'][number] {
  const { token, channel, by, seenAt, state, outcome, update } = seen;
  return defined({ token, channel, by, seenAt: isoTime(seenAt), state, outcome, update });
}

function retry({ update }: { update?: UpdateInHand }): StackStatus['retry'] {
  return update?.nextAt === undefined ? undefined : { failures: update.failures, nextAt: isoTime(update.nextAt) };
}

function suspension({ suspension: asked, spec }: StackState): StackStatus['suspension'] {
  if (asked !== undefined) {
    return defined({
      by: 'signal' as const,
      reason: asked.reason,
      owner: asked.by,
      since: isoTime(asked.since),
      until: isoOf(asked.until),
    });
  }
  return spec?.spec.suspend === true ? { by: 'spec', since: isoTime(spec.acceptedAt) } : undefined;
}
