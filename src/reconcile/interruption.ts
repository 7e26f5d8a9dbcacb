import type { Pass } from './pass';
import { isContinueAsNewDue, isSuspended, newInput } from './due';
import { queued } from './requests';
import type { Interruption } from './state';

/** Why the update in hand must not go on, with a sentence; undefined when it may. */
export interface Halt {
  readonly interruption: Interruption;
  readonly message: string;
}

/**
 * Looks for a reason to halt. `live`: an attempt is running, which only a cancel or the end of management stops;
 * otherwise it waits in a backoff or asks to begin, and anything new ends or parks it (H3).
 */
export function haltReason(pass: Pass, live: boolean): Halt | undefined {
  const { state } = pass;
  if (state.managementEnded === true) return { interruption: 'managementEnded', message: 'the workflow was cancelled' };
  if (state.update?.cancelAsked === true) return { interruption: 'cancel', message: 'cancelled on request' };
  if (live) return undefined;
  return state.deletion === undefined ? haltInBackoff(pass) : haltInDeletion(pass);
}

function haltInBackoff(pass: Pass): Halt | undefined {
  if (isSuspended(pass)) return { interruption: 'park', message: 'suspended' };
  const input = newInput(pass);
  if (input !== undefined) return { interruption: 'newInput', message: `${input} ends the backoff` };
  if (isContinueAsNewDue(pass)) return { interruption: 'park', message: 'history is full: continuing as new' };
  return undefined;
}

/** While deleting, only tokens, a repeated delete and `orphan` end the backoff of a destroy (J3). */
function haltInDeletion(pass: Pass): Halt | undefined {
  const { state } = pass;
  if (state.update?.operation !== 'destroy') return { interruption: 'newInput', message: 'the Stack is being deleted' };
  if (state.deletion?.orphan === true) return { interruption: 'newInput', message: 'deleted without destroying' };
  if (isSuspended(pass)) return { interruption: 'park', message: 'suspended' };
  if (state.runOwed === true || queued(state.requests).length > 0) {
    return { interruption: 'newInput', message: 'asked to try again now' };
  }
  if (isContinueAsNewDue(pass)) return { interruption: 'park', message: 'history is full: continuing as new' };
  return undefined;
}
