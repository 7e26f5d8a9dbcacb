import { isoTime } from '../stack/time';
import { begin } from './begin';
import type { Outcome } from './decision';
import { isContinueAsNewDue, isSuspended } from './due';
import type { Pass } from './pass';
import { queued } from './requests';
import { close } from './updates';

/** What a Stack that is being deleted does next, no operation being in flight (J3). */
export function chooseInDeletion(pass: Pass): Outcome {
  dropOtherUpdate(pass);
  const { state } = pass;
  const gone = nothingToDestroy(pass);
  if (gone !== undefined) return complete(pass, gone);
  if (isContinueAsNewDue(pass) && state.looking === undefined) {
    return { type: 'continueAsNew', reason: 'HistoryFull', message: 'history is full: continuing as new' };
  }
  if (isSuspended(pass)) return waitSuspended(pass);
  const asked = state.runOwed === true || queued(state.requests).length > 0;
  if (state.update !== undefined && !asked && (state.update.nextAt ?? 0) > pass.now) return waitParked(pass);
  if (state.stall?.reason === 'UpdateCancelled' && state.lastUpdate?.operation === 'destroy' && !asked) {
    return { type: 'wait', reason: 'UpdateCancelled', message: 'the destroy was cancelled; a request or another delete tries again' };
  }
  const goesOn = state.update !== undefined && !asked ? { goesOn: true } : {};
  return begin(pass, { cause: 'deletion', operation: 'destroy', detail: 'destroy', ...goesOn });
}

/** A parked update of another kind has no future. */
function dropOtherUpdate(pass: Pass): void {
  const { update } = pass.state;
  if (update !== undefined && update.operation !== 'destroy') close(pass, update, 'failed');
}

function nothingToDestroy(pass: Pass): string | undefined {
  const { deletion, spec, attempted, lastUpdate } = pass.state;
  if (deletion?.orphan === true) return 'deleted; its resources are left alone (orphan)';
  if (spec?.spec.destroyOnFinalize !== true) return 'deleted; its resources are left alone (destroyOnFinalize is false)';
  if (attempted === undefined) return 'deleted; it never ran';
  const destroyed =
    lastUpdate?.operation === 'destroy' && lastUpdate.state === 'succeeded' && lastUpdate.finishedAt >= (deletion?.since ?? 0);
  return destroyed ? 'destroyed and deleted' : undefined;
}

function complete(pass: Pass, message: string): Outcome {
  const { update, heir } = pass.state;
  if (update !== undefined) close(pass, update, 'cancelled');
  return { type: 'complete', ...(heir === undefined ? {} : { heir }), reason: 'Deleted', message };
}

function waitSuspended(pass: Pass): Outcome {
  const until = pass.state.suspension?.until;
  return {
    type: 'wait',
    ...(until === undefined ? {} : { until }),
    reason: 'Suspended',
    message: 'to be deleted, but suspended: resume it to let it be destroyed, or delete it with orphan',
  };
}

function waitParked(pass: Pass): Outcome {
  const until = pass.state.update?.nextAt ?? pass.now;
  return { type: 'wait', until, reason: 'BackingOff', message: `next try of the destroy at ${isoTime(until)}` };
}
