import { defined } from '../stack/defined';
import type { Outcome, RunOrder } from './decision';
import type { Pass } from './pass';
import { beginRequests, requeueRequests } from './requests';
import type { ReconcileRequest, UpdateInHand } from './state';
import type { Run } from './triggers';
import { close, failureOf, isSideOperation } from './updates';

/** Puts an update in hand and orders its activity. */
export function begin(pass: Pass, run: Run): Outcome {
  const parked = pass.state.update;
  const update = run.goesOn === true && parked !== undefined ? goOn(parked) : fresh(pass, run);
  pass.change({ update });
  if (run.goesOn !== true) take(pass, update, parked);
  const order = orderOf(pass, update);
  const who = update.by === undefined ? '' : ` by ${update.by}`;
  const message = `${run.detail} (${update.cause}${who})`;
  if (!isQuiet(pass, update) && run.goesOn !== true) {
    pass.event('Normal', 'StackUpdateDetected', `${update.name}: ${message}`);
  }
  return { type: 'run', order, reason: update.cause, message };
}

/** Quiet causes leave a Ready stack Ready while they run (J1). */
export function isQuiet(pass: Pass, update: UpdateInHand): boolean {
  const quiet = update.cause === 'resync' || update.cause === 'prerequisiteFreshness';
  return quiet && update.failures === 0 && pass.state.stall === undefined && isInSync(pass, update);
}

/** The last update succeeded for the generation and the revision that the new one has. */
function isInSync(pass: Pass, update: UpdateInHand): boolean {
  const { lastSuccess, lastUpdate, attempted } = pass.state;
  if (lastUpdate?.state !== 'succeeded' || lastSuccess?.generation !== update.generation) return false;
  return attempted?.revision === undefined || attempted.revision === lastSuccess.revision;
}

function goOn(parked: UpdateInHand): UpdateInHand {
  const { nextAt: _due, interruption: _over, ...rest } = parked;
  const series = parked.series + 1;
  return {
    ...rest,
    phase: 'running',
    series,
    activityId: `${parked.operation}-${numberOf(parked)}-${series}`,
    attemptsBefore: parked.attempts,
    attempts: parked.attempts + 1,
  };
}

function numberOf(update: UpdateInHand): string {
  return update.name.slice(update.name.lastIndexOf('-') + 1);
}

function fresh(pass: Pass, run: Run): UpdateInHand {
  const { state } = pass;
  const number = state.updates + 1;
  return {
    name: `${state.stack.name}-${number}`,
    operation: run.operation,
    cause: run.cause,
    ...defined({ by: run.by }),
    generation: state.spec?.generation ?? 0,
    startedAt: pass.now,
    activityId: `${run.operation}-${number}`,
    series: 1,
    phase: 'running',
    attempts: 1,
    attemptsBefore: 0,
    failures: 0,
  };
}

/** A new update takes the queued tokens it serves, and replaces a parked one. */
function take(pass: Pass, update: UpdateInHand, parked: UpdateInHand | undefined): void {
  const { state } = pass;
  let requests = state.requests;
  if (parked !== undefined) {
    requests = requeueRequests(requests, parked.name);
    close(pass, parked, 'failed', failureOf(parked));
  }
  for (const operation of served(pass, update)) requests = beginRequests(requests, operation, update.name);
  pass.change({ update, updates: state.updates + 1, requests });
  if (isSideOperation(pass, update)) return;
  pass.change({ attempted: { generation: update.generation, at: pass.now }, stall: undefined, runOwed: undefined });
}

/** The kinds of request that an update serves; a destroy serves all: there is nothing else left to run. */
function served(pass: Pass, update: UpdateInHand): readonly ReconcileRequest['operation'][] {
  if (update.operation === 'destroy') return ['up', 'preview', 'refresh'];
  if (isSideOperation(pass, update)) return [update.operation === 'refresh' ? 'refresh' : 'preview'];
  return update.operation === 'preview' ? ['up', 'preview'] : ['up'];
}

function orderOf(pass: Pass, update: UpdateInHand): RunOrder {
  const spec = pass.state.spec?.spec;
  const timeoutMs = (spec?.timeoutSeconds ?? 86_400) * 1_000;
  return {
    activityId: update.activityId,
    operation: update.operation,
    update: update.name,
    cause: update.cause,
    generation: update.generation,
    ...defined({ revision: update.revision }),
    failures: update.failures,
    attemptsBefore: update.attemptsBefore,
    ...defined({ pool: spec?.workerPool }),
    startToCloseMs: timeoutMs + pass.settings.gracePeriodMs,
    heartbeatTimeoutMs: pass.settings.heartbeatTimeoutMs,
  };
}
