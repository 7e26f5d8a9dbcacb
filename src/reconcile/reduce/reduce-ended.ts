import { defined } from '../../stack/defined';
import type { OperationFailure, OperationResult } from '../../stack/operation';
import { backoffMs } from '../backoff';
import { stalledReason } from '../failures';
import { clip, type Pass } from '../pass';
import { requeueRequests } from '../requests';
import type { OperationEnd } from '../snapshot';
import type { UpdateInHand } from '../state';
import { close, failureOf, isSideOperation, recordLast, rememberRevision, serve } from '../updates';
import { fail, failureEvent } from './reduce-attempt';

/** The operation's activity closed. An end that is not that of the update in hand is old news. */
export function reduceEnded(pass: Pass, id: string, end: OperationEnd): void {
  const { update } = pass.state;
  if (update?.activityId === id && update.phase !== 'parked') endUpdate(pass, update, end);
}

function endUpdate(pass: Pass, update: UpdateInHand, end: OperationEnd): void {
  const result = resultOf(end);
  if (result?.outcome === 'succeeded') succeeded(pass, update, result);
  else if (end.how === 'failed' && result?.failure !== undefined) rejected(pass, update, result, result.failure);
  else if (update.interruption !== undefined) interrupted(pass, update, result);
  else if (end.how === 'completed') cancelled(pass, update, result);
  else broke(pass, update, end);
}

function resultOf(end: OperationEnd): OperationResult | undefined {
  return end.how === 'cancelled' ? undefined : end.result;
}

function withRevision(update: UpdateInHand, result: OperationResult | undefined): UpdateInHand {
  return result?.revision === undefined ? update : { ...update, revision: result.revision };
}

function succeeded(pass: Pass, before: UpdateInHand, result: OperationResult): void {
  const update = { ...withRevision(before, result), failures: 0 };
  for (const warning of result.warnings ?? []) pass.warn(`${update.name}: ${warning}`);
  serve(pass, update, 'succeeded');
  recordLast(pass, update, {
    state: 'succeeded',
    ...defined({ changes: result.changes }),
    ...defined({ permalink: result.permalink }),
  });
  if (!isSideOperation(pass, update)) recordSuccess(pass, update, result);
  close(pass, update, 'succeeded', result);
  const event = update.operation === 'destroy' ? 'StackDestroyed' : 'StackCreated';
  pass.event('Normal', event, `${update.name}: ${update.operation} succeeded${changesText(result)}`);
}

function recordSuccess(pass: Pass, update: UpdateInHand, result: OperationResult): void {
  const { attempted } = pass.state;
  pass.change({
    stall: undefined,
    ...defined({ project: result.project }),
    ...(attempted === undefined || update.revision === undefined
      ? {}
      : {
          attempted: { ...attempted, revision: update.revision },
          source: { revision: update.revision, seenAt: pass.now, lookedAt: pass.now },
        }),
    lastSuccess: {
      finishedAt: pass.now,
      generation: update.generation,
      ...defined({ revision: update.revision }),
    },
    usualDurationMs: usual(pass.state.usualDurationMs, result.durationMs ?? pass.now - update.startedAt),
  });
}

/** A moving average, so that one slow run does not decide what is usual. */
function usual(before: number | undefined, duration: number): number {
  return before === undefined ? duration : Math.round(before * 0.7 + duration * 0.3);
}

function changesText(result: OperationResult): string {
  if (result.changes === undefined) return '';
  const parts = Object.entries(result.changes).filter(([, count]) => (count as number) > 0);
  return parts.length === 0 ? '' : ` (${parts.map(([what, count]) => `${String(count)} ${what}`).join(', ')})`;
}

/** A failure that no retry helps: Stalled at once, until something changes (H4). */
function rejected(pass: Pass, before: UpdateInHand, result: OperationResult, failure: OperationFailure): void {
  if (failure.class === 'cancelled') {
    cancelled(pass, before, result);
    return;
  }
  const update = { ...withRevision(before, result), failures: before.failures + 1 };
  serve(pass, update, 'failed');
  recordLast(pass, update, { state: 'failed', message: failure.message, failureClass: failure.class });
  if (!isSideOperation(pass, update)) {
    stall(pass, stalledReason(failure), failure);
    rememberRevision(pass, update);
  }
  close(pass, update, 'failed', result);
  pass.event('Warning', failureEvent(failure.class), `${update.name}: ${failure.message}`);
}

function stall(pass: Pass, reason: string, failure: OperationFailure): void {
  pass.change({ stall: { reason, message: clip(failure.message), since: pass.now } });
}

/** Cancelled by a person (K2), failures unchanged: waits for the next trigger. */
function cancelled(pass: Pass, before: UpdateInHand, result: OperationResult | undefined): void {
  const update = withRevision(before, result);
  const message = `${update.operation} ${update.name} was cancelled`;
  const failure: OperationFailure = { class: 'cancelled', message, permanent: true };
  serve(pass, update, 'cancelled');
  recordLast(pass, update, { state: 'failed', message, failureClass: 'cancelled' });
  if (!isSideOperation(pass, update)) stall(pass, 'UpdateCancelled', failure);
  close(pass, update, 'cancelled', { ...result, failure });
  pass.event('Normal', 'StackUpdateCancelled', message);
}

/** Ended because we said so: cancelled, parked, or dropped for newer input. */
function interrupted(pass: Pass, before: UpdateInHand, result: OperationResult | undefined): void {
  const update = withRevision(before, result);
  switch (update.interruption) {
    case 'cancel':
    case 'managementEnded':
    case undefined:
      cancelled(pass, update, result);
      return;
    case 'park':
      park(pass, update);
      return;
    case 'newInput':
      pass.change({ requests: requeueRequests(pass.state.requests, update.name) });
      close(pass, update, 'failed', failureOf(update));
  }
}

/** Failures and the time of the next try are kept (H3). */
function park(pass: Pass, update: UpdateInHand): void {
  const { interruption: _over, cancelAsked: _asked, ...kept } = update;
  pass.change({ update: { ...kept, phase: 'parked', nextAt: update.nextAt ?? pass.now } });
}

/** The activity ended without a result of ours (its own timeout, a fault of the worker): a failure with our backoff. */
function broke(pass: Pass, update: UpdateInHand, end: OperationEnd): void {
  const spec = pass.state.spec?.spec;
  const text = end.how === 'failed' ? `${end.type}: ${end.message}` : 'the activity was cancelled from outside';
  const timedOut = end.how === 'failed' && end.type.includes('Timeout');
  const delay = spec === undefined ? 60_000 : backoffMs(spec, update.failures);
  fail(pass, {
    ...update,
    phase: 'parked',
    failures: update.failures + 1,
    nextAt: pass.now + delay,
    error: { class: timedOut ? 'timeout' : 'internal', message: clip(text) },
  });
}
