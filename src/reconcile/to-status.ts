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
  const { update, next } = state;
  return {
    phase: state.phase,
    observedGeneration: state.refused?.generation ?? state.spec?.generation ?? 0,
    ...observed(state),
    conditions: state.conditions,
    ...(state.project === undefined ? {} : { projectInfo: state.project }),
    ...(log.outputs === undefined ? {} : { outputs: log.outputs }),
    ...(log.outputsRef === undefined ? {} : { outputsRef: log.outputsRef }),
    ...(update === undefined || update.phase === 'parked' ? {} : { currentUpdate: currentUpdate(update, state.requests) }),
    ...(state.lastUpdate === undefined ? {} : { lastUpdate: lastUpdate(state.lastUpdate, state) }),
    reconcileRequests: state.requests.map(request),
    history: log.history,
    ...(next === undefined ? {} : { next: next.at === undefined ? { reason: next.reason } : { at: isoTime(next.at), reason: next.reason } }),
    ...retry(update),
    ...suspension(state),
    warnings: log.warnings,
  };
}

/** The Pulumi annotation where there is one, else the newest token; Flux's apart (C2). */
function observed(state: StackState): Pick<StackStatus, 'observedReconcileRequest' | 'lastHandledReconcileAt'> {
  const token = state.observed.pulumi ?? state.observed.signal;
  return {
    ...(token === undefined ? {} : { observedReconcileRequest: token }),
    ...(state.observed.flux === undefined ? {} : { lastHandledReconcileAt: state.observed.flux }),
  };
}

function currentUpdate(update: UpdateInHand, requests: readonly ReconcileRequest[]): NonNullable<StackStatus['currentUpdate']> {
  const token = requests.findLast((r) => r.update === update.name)?.token;
  return {
    name: update.name,
    generation: update.generation,
    ...(token === undefined ? {} : { reconcileRequest: token }),
    ...(update.revision === undefined ? {} : { commit: commitOf(update.revision) }),
    operation: update.operation,
    cause: update.cause,
    ...(update.by === undefined ? {} : { by: update.by }),
    startedAt: isoTime(update.startedAt),
    attempt: update.attempts,
  };
}

function lastUpdate(last: LastUpdate, state: StackState): NonNullable<StackStatus['lastUpdate']> {
  const { startedAt, finishedAt, revision, ...rest } = last;
  const good = state.lastSuccess?.revision;
  return {
    ...rest,
    type: last.operation,
    ...(revision === undefined ? {} : { lastAttemptedCommit: commitOf(revision) }),
    ...(good === undefined ? {} : { lastSuccessfulCommit: commitOf(good) }),
    lastResyncTime: isoTime(finishedAt),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
  };
}

/** The commit of `main@sha1:abc`; other revisions stand for themselves. */
function commitOf(revision: string): string {
  return revision.slice(revision.lastIndexOf('sha1:') < 0 ? 0 : revision.lastIndexOf('sha1:') + 5);
}

function request({ operation: _operation, force: _force, seenAt, ...rest }: ReconcileRequest): StackStatus['reconcileRequests'][number] {
  return { ...rest, seenAt: isoTime(seenAt) };
}

function retry(update: UpdateInHand | undefined): Pick<StackStatus, 'retry'> {
  if (update?.nextAt === undefined) return {};
  return { retry: { failures: update.failures, nextAt: isoTime(update.nextAt) } };
}

function suspension(state: StackState): Pick<StackStatus, 'suspension'> {
  const { suspension, spec } = state;
  if (suspension !== undefined) {
    return {
      suspension: {
        by: 'signal',
        ...(suspension.reason === undefined ? {} : { reason: suspension.reason }),
        ...(suspension.by === undefined ? {} : { owner: suspension.by }),
        since: isoTime(suspension.since),
        ...(suspension.until === undefined ? {} : { until: isoTime(suspension.until) }),
      },
    };
  }
  return spec?.spec.suspend === true ? { suspension: { by: 'spec', since: isoTime(spec.acceptedAt) } } : {};
}
