import { TemporalFailure } from '@temporalio/workflow';
import type { Decision } from '../src/reconcile/decision';
import { STATE_VERSION } from '../src/reconcile/state';
import type { Shell } from './shell';

const PAUSE_MS = 60_000;
/** As in the settings' default: the decision that would order it is the very thing that fails. */
const FULL_EVENTS = 2_000;

/**
 * `decide` itself failed: a pause, visible, with the inbox kept; and continue-as-new when due, which nobody else would
 * order (A5). Anything but a recorded failure is thrown on: only what stands in history may shape it.
 */
export function fallback(error: unknown, shell: Shell): Decision {
  if (!(error instanceof TemporalFailure)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  const message = `deciding failed: ${cause.slice(0, 300)}; trying again in a minute`;
  const now = Date.now();
  const nothing = { version: STATE_VERSION, removed: [], events: [], finished: [], answers: [] };
  const changed = { decision: { at: now, type: 'wait', reason: 'InternalError', message } };
  const warnings = [message];
  if (shell.historyLength() >= FULL_EVENTS && !shell.isBusy()) {
    return { ...nothing, changed, warnings, type: 'continueAsNew', reason: 'InternalError', message };
  }
  return { ...nothing, changed, warnings, type: 'wait', until: now + PAUSE_MS, reason: 'InternalError', message };
}
