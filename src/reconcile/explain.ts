import { defined } from '../stack/defined';
import type { Explanation } from '../stack/status';
import { isoTime } from '../stack/time';
import type { StackState } from './state';
import { isoOf, nextOf } from './to-status';

/** Says why a Stack runs, waits or idles, and what would change that. */
export function explain(state: StackState): Explanation {
  const { decision } = state;
  return {
    sentence: `${state.stack.namespace}/${state.stack.name} is ${state.phase}: ${sentenceOf(state)}.`,
    waitingFor: waitingFor(state),
    next: nextOf(state) ?? null,
    decision: {
      at: isoTime(decision?.at ?? state.since),
      type: decision?.type ?? 'wait',
      reason: decision?.reason ?? 'Starting',
      message: decision?.message ?? 'no decision was taken yet',
    },
  };
}

function sentenceOf(state: StackState): string {
  const main = state.decision?.message ?? 'no decision was taken yet';
  const cure = cureOf(state);
  return cure === undefined ? main : `${main}; ${cure}`;
}

/** What a person can do about it. */
function cureOf(state: StackState): string | undefined {
  if (state.suspension !== undefined) return 'resume it to go on';
  if (state.spec?.spec.suspend === true) return 'set spec.suspend to false and apply to go on';
  if (state.refused !== undefined) return 'correct the spec and apply it again';
  if (state.stall !== undefined) return 'a new spec or commit, a reconciliation request or a resume starts it again';
  if (state.update?.phase === 'backoff')
    return 'a new spec or commit, a reconciliation request or a resume tries at once';
  return undefined;
}

function waitingFor(state: StackState): Explanation['waitingFor'] {
  const { update, suspension, stall } = state;
  const waits: Explanation['waitingFor'][number][] = [];
  if (suspension !== undefined) {
    waits.push({
      kind: 'resume',
      detail: suspension.reason ?? 'suspended on request',
      since: isoTime(suspension.since),
      ...defined({ until: isoOf(suspension.until) }),
    });
  }
  if (stall !== undefined) waits.push({ kind: 'change', detail: stall.message, since: isoTime(stall.since) });
  if (update?.phase === 'running') {
    waits.push({ kind: 'operation', detail: `${update.operation} ${update.name}`, since: isoTime(update.startedAt) });
  } else if (update?.nextAt !== undefined) {
    const detail = update.error?.message ?? 'the last attempt failed';
    waits.push({ kind: 'retry', detail, since: isoTime(update.startedAt), until: isoTime(update.nextAt) });
  }
  return waits;
}
