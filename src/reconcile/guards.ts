import { defined } from '../stack/defined';
import { durationText, isoTime } from '../stack/time';
import type { Outcome } from './decision';
import { chooseInDeletion } from './deletion';
import { earliest, isContinueAsNewDue, isSuspended, lookAt } from './due';
import { haltReason } from './interruption';
import type { Pass } from './pass';

const NOT_APPLIED_MS = 3_600_000;

/** Why nothing new may start, and what is done instead. */
export type Guard = (pass: Pass) => Outcome | undefined;

/** One operation at a time (E1); a backoff is ended or parked by whatever is new. */
export const updateInHand: Guard = (pass) => {
  const { update } = pass.state;
  if (update === undefined || update.phase === 'parked') return undefined;
  if (update.interruption !== undefined) {
    return { type: 'wait', reason: 'Stopping', message: `waiting for ${update.name} to stop (${update.interruption})` };
  }
  const halt = haltReason(pass, update.phase === 'running');
  if (halt !== undefined) {
    pass.change({ update: { ...update, interruption: halt.interruption } });
    return { type: 'interrupt', reason: halt.interruption, message: `${update.name}: ${halt.message}` };
  }
  return update.phase === 'running' ? whileRunning(pass) : inBackoff(pass);
};

function whileRunning(pass: Pass): Outcome {
  const { update } = pass.state;
  const text = `${update?.operation ?? ''} ${update?.name ?? ''} runs (${update?.cause ?? ''})`;
  return { type: 'wait', reason: 'Running', message: text };
}

function inBackoff(pass: Pass): Outcome {
  const { update } = pass.state;
  const until = lookAt(pass);
  if (until !== undefined && until <= pass.now) return look(pass);
  const next = update?.nextAt === undefined ? 'soon' : isoTime(update.nextAt);
  const message = `next try of ${update?.name ?? ''} at ${next} after ${String(update?.failures ?? 0)} failure(s)`;
  return { type: 'wait', ...defined({ until }), reason: 'BackingOff', message };
}

/** Temporal's own cancel ends the management and nothing else (A8). */
export const managementEnded: Guard = (pass) =>
  pass.state.managementEnded === true
    ? {
        type: 'complete',
        cancelled: true,
        reason: 'ManagementEnded',
        message: 'the workflow was cancelled; the stack is left as it is',
      }
    : undefined;

export const deleting: Guard = (pass) => (pass.state.deletion === undefined ? undefined : chooseInDeletion(pass));

/** Only when nothing is in flight: an activity does not survive it (I4). */
export const historyFull: Guard = (pass) => {
  if (!isContinueAsNewDue(pass)) return undefined;
  if (pass.state.looking !== undefined)
    return { type: 'wait', reason: 'Looking', message: 'waiting for a look at the source' };
  return { type: 'continueAsNew', reason: 'HistoryFull', message: 'history is full: continuing as new' };
};

/** Started some other way than by apply: keeps tokens, and gives up after an hour (A1). */
export const notApplied: Guard = (pass) => {
  const { state } = pass;
  if (state.spec !== undefined) return undefined;
  if (state.refused !== undefined) {
    const until = defined({ until: state.suspension?.until });
    return { type: 'wait', ...until, reason: 'SpecInvalid', message: state.refused.message };
  }
  const until = state.since + NOT_APPLIED_MS;
  if (until <= pass.now)
    return { type: 'complete', reason: 'NotApplied', message: 'nobody applied a spec within an hour' };
  return {
    type: 'wait',
    until,
    reason: 'NotApplied',
    message: `waiting for a spec; gives up in ${durationText(until - pass.now)}`,
  };
};

/** Starts nothing, keeps tokens (K1). */
export const suspended: Guard = (pass) => {
  if (!isSuspended(pass)) return undefined;
  const until = pass.state.suspension?.until;
  const why = pass.state.suspension?.reason === undefined ? '' : `: ${pass.state.suspension.reason}`;
  return { type: 'wait', ...defined({ until }), reason: 'Suspended', message: `suspended${why}` };
};

/** In order; the first that fires decides. */
export const guards: readonly Guard[] = [updateInHand, managementEnded, deleting, historyFull, notApplied, suspended];

/** Orders a look at the source. */
export function look(pass: Pass): Outcome {
  const pool = pass.state.spec?.spec.workerPool;
  pass.change({ looking: { since: pass.now } });
  const until = earliest(pass.state.update?.nextAt);
  return {
    type: 'look',
    ...defined({ pool }),
    ...defined({ until }),
    reason: 'LookDue',
    message: 'looking for a new commit',
  };
}
