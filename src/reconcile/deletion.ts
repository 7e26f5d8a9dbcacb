import { defined } from '../stack/defined';
import { isoTime } from '../stack/time';
import { begin } from './begin';
import type { Outcome } from './decision';
import { isContinueAsNewDue, isSuspended } from './due';
import type { Pass } from './pass';
import { queued } from './requests';
import { close } from './updates';

type Step = (pass: Pass) => Outcome | undefined;

/** What a Stack that is being deleted does next, no operation being in flight (J3). */
export function chooseInDeletion(pass: Pass): Outcome {
  dropOtherUpdate(pass);
  for (const step of [gone, historyFull, suspended, parked, cancelled]) {
    const outcome = step(pass);
    if (outcome !== undefined) return outcome;
  }
  const goesOn = pass.state.update !== undefined && !isAsked(pass);
  return begin(pass, { cause: 'deletion', operation: 'destroy', detail: 'destroy', goesOn });
}

/** A parked update of another kind has no future. */
function dropOtherUpdate(pass: Pass): void {
  const { update } = pass.state;
  if (update !== undefined && update.operation !== 'destroy') close(pass, update, 'failed');
}

/** Someone wants the destroy to be tried now: a token, or another delete. */
function isAsked(pass: Pass): boolean {
  return pass.state.runOwed === true || queued(pass.state.requests).length > 0;
}

const gone: Step = (pass) => {
  const message = nothingToDestroy(pass);
  if (message === undefined) return undefined;
  const { update, heir } = pass.state;
  if (update !== undefined) close(pass, update, 'cancelled');
  return { type: 'complete', ...defined({ heir }), reason: 'Deleted', message };
};

function nothingToDestroy(pass: Pass): string | undefined {
  const { deletion, spec, attempted } = pass.state;
  if (deletion?.orphan === true) return 'deleted; its resources are left alone (orphan)';
  if (spec?.spec.destroyOnFinalize !== true)
    return 'deleted; its resources are left alone (destroyOnFinalize is false)';
  if (attempted === undefined) return 'deleted; it never ran';
  return isDestroyed(pass) ? 'destroyed and deleted' : undefined;
}

function isDestroyed(pass: Pass): boolean {
  const { deletion, lastUpdate } = pass.state;
  if (lastUpdate?.operation !== 'destroy' || lastUpdate.state !== 'succeeded') return false;
  return lastUpdate.finishedAt >= (deletion?.since ?? 0);
}

const historyFull: Step = (pass) => {
  if (!isContinueAsNewDue(pass) || pass.state.looking !== undefined) return undefined;
  return { type: 'continueAsNew', reason: 'HistoryFull', message: 'history is full: continuing as new' };
};

const suspended: Step = (pass) => {
  if (!isSuspended(pass)) return undefined;
  return {
    type: 'wait',
    ...defined({ until: pass.state.suspension?.until }),
    reason: 'Suspended',
    message: 'to be deleted, but suspended: resume it to let it be destroyed, or delete it with orphan',
  };
};

/** The backoff of a destroy that was parked goes on at its own time. */
const parked: Step = (pass) => {
  const until = pass.state.update?.nextAt;
  if (until === undefined || until <= pass.now || isAsked(pass)) return undefined;
  return { type: 'wait', until, reason: 'BackingOff', message: `next try of the destroy at ${isoTime(until)}` };
};

const cancelled: Step = (pass) => {
  const { stall, lastUpdate } = pass.state;
  if (stall?.reason !== 'UpdateCancelled' || lastUpdate?.operation !== 'destroy' || isAsked(pass)) return undefined;
  const message = 'the destroy was cancelled; a request or another delete tries again';
  return { type: 'wait', reason: 'UpdateCancelled', message };
};
