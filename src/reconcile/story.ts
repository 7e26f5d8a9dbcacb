import type { Phase, ReadyReason, ReconcilingReason } from '../stack/reasons';
import { isoTime } from '../stack/time';
import { isQuiet } from './begin';
import { isSuspended } from './due';
import type { Pass } from './pass';
import type { UpdateInHand } from './state';

/** The one story that conditions, memo and search attributes tell (J1). */
export interface Story {
  readonly phase: Phase;
  readonly ready: { readonly status: 'True' | 'False' | 'Unknown'; readonly reason: ReadyReason };
  /** At most one of the two is there. */
  readonly reconciling?: ReconcilingReason;
  readonly stalled?: string;
  /** The word that lists show: the reason of Stalled, Reconciling or Ready. */
  readonly reason: string;
  readonly message: string;
}

/** Tells the story of the state as reduced; `undefined` while a suspension freezes the last one. */
export function tell(pass: Pass): Story | undefined {
  const { state } = pass;
  if (state.managementEnded === true) return ended();
  if (state.refused !== undefined) return stalled(pass, 'SpecInvalid', state.refused.message);
  if (state.spec === undefined) return pending();
  if (state.update !== undefined && state.update.phase !== 'parked') return updating(pass, state.update);
  if (isSuspended(pass)) return undefined;
  if (state.update !== undefined) return updating(pass, state.update);
  if (state.deletion !== undefined) return deletion(pass);
  if (state.stall !== undefined) return stalled(pass, state.stall.reason, state.stall.message);
  return ready(pass);
}

function ended(): Story {
  const message = 'management has ended: the workflow was cancelled; apply again to go on';
  return {
    phase: 'Pending',
    ready: { status: 'Unknown', reason: 'ManagementEnded' },
    reason: 'ManagementEnded',
    message,
  };
}

function pending(): Story {
  const message = 'nobody has applied a spec yet';
  return { phase: 'Pending', ready: { status: 'False', reason: 'NotReadyInProgress' }, reason: 'NotApplied', message };
}

function ready(pass: Pass): Story {
  const { state } = pass;
  if (state.lastSuccess?.generation !== state.spec?.generation)
    return reconciling('StackProcessing', 'waiting to be run', 'Waiting');
  const at = state.lastSuccess === undefined ? '' : ` at ${isoTime(state.lastSuccess.finishedAt)}`;
  const what = state.lastUpdate?.operation === 'preview' ? 'the preview succeeded' : 'the stack is as declared';
  return {
    phase: 'Ready',
    ready: { status: 'True', reason: 'ProcessingCompleted' },
    reason: 'ProcessingCompleted',
    message: `${what}; last update ${state.lastUpdate?.name ?? ''} ended${at}`,
  };
}

function updating(pass: Pass, update: UpdateInHand): Story {
  if (update.failures === 0 && update.error === undefined) {
    if (isQuiet(pass, update)) return ready(pass);
    const phase = pass.state.deletion === undefined ? 'Running' : 'Deleting';
    return reconciling('StackProcessing', `${update.operation} ${update.name} is running (${update.cause})`, phase);
  }
  return failing(pass, update);
}

/** In a backoff, or trying again: red from the third failure in a row on (H2). */
function failing(pass: Pass, update: UpdateInHand): Story {
  const { error } = update;
  const message = failingMessage(update);
  if (error?.class === 'conflict') return conflict(pass, message);
  if (error?.reason === 'WaitingForReference') return reconciling('WaitingForReference', message, 'Waiting');
  const spec = pass.state.spec?.spec;
  const [limit, red] =
    update.operation === 'destroy' ? [3, 'DestroyBlocked'] : [spec?.maxUpdateFailures ?? 3, 'UpdateFailed'];
  if (update.failures < limit) return reconciling('RetryingAfterFailure', message, backingOff(pass));
  return { ...stalled(pass, red, message), phase: backingOff(pass) };
}

function failingMessage({ error, nextAt }: UpdateInHand): string {
  const next = nextAt === undefined ? 'the next try is running' : `next try at ${isoTime(nextAt)}`;
  return `${error?.message ?? 'the last attempt failed'}; ${next}`;
}

/** A lock held by someone else (H4). */
function conflict(pass: Pass, message: string): Story {
  const phase = backingOff(pass);
  if (pass.state.spec?.spec.retryOnUpdateConflict === true) return reconciling('UpdateConflict', message, phase);
  return { ...stalled(pass, 'UpdateConflict', message), phase };
}

function backingOff(pass: Pass): Phase {
  return pass.state.deletion === undefined ? 'BackingOff' : 'Deleting';
}

function deletion(pass: Pass): Story {
  const { stall } = pass.state;
  if (stall !== undefined && pass.state.lastUpdate?.operation === 'destroy') {
    return { ...stalled(pass, stall.reason, stall.message), phase: 'Deleting' };
  }
  return reconciling('StackProcessing', 'the Stack is being deleted', 'Deleting');
}

function reconciling(reason: ReconcilingReason, message: string, phase: Phase): Story {
  return { phase, ready: { status: 'False', reason: 'NotReadyInProgress' }, reconciling: reason, reason, message };
}

function stalled(pass: Pass, reason: string, message: string): Story {
  const phase: Phase = pass.state.deletion === undefined ? 'Stalled' : 'Deleting';
  return { phase, ready: { status: 'False', reason: 'NotReadyStalled' }, stalled: reason, reason, message };
}
