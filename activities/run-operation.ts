import { defined } from '../src/stack/defined';
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { StallError, WaitError } from '../src/stack/failure';
import type { OperationFailure, OperationRequest, OperationResult } from '../src/stack/operation';
import { askToBegin } from './ask-to-begin';
import type { OperationActivities } from './contract';
import { Heartbeat, type HeartbeatDetails } from './heartbeat';
import { interruptionOf, type Interruption } from './interruption';
import { performOperation, type OperationDependencies } from './perform-operation';
import { failureOf } from './report-failure';

const HAND_OVER_MS = 1_000;

/** One attempt at an operation. `drain` is aborted when the worker has to let go of what runs (I2). */
export function createRunOperation(
  deps: OperationDependencies,
  drain: AbortSignal,
): OperationActivities['runOperation'] {
  return async (request) => {
    const ctx = Context.current();
    const runToken = randomUUID();
    const heartbeat = new Heartbeat(ctx, runToken);
    try {
      const interruption = interruptionOf(ctx, drain);
      const before = ctx.info.heartbeatDetails as HeartbeatDetails | undefined;
      if (ctx.info.attempt === 1 && before === undefined)
        return await attempt(deps, request, { heartbeat, interruption, runToken });
      const answer = await askToBegin(ctx);
      if (!answer.go) return { outcome: 'stopped' };
      const revision = answer.revision ?? request.revision;
      const again = { ...request, failures: answer.failures, ...defined({ revision }) };
      return await attempt(deps, again, { heartbeat, interruption, runToken });
    } finally {
      heartbeat.stop();
    }
  };
}

interface Running {
  readonly heartbeat: Heartbeat;
  readonly interruption: Interruption;
  readonly runToken: string;
}

async function attempt(
  deps: OperationDependencies,
  request: OperationRequest,
  running: Running,
): Promise<OperationResult> {
  const ctx = Context.current();
  const startedAt = Date.now();
  const result = {
    ...(await perform(deps, request, running)),
    runToken: running.runToken,
    durationMs: Date.now() - startedAt,
  };
  const revision = result.revision ?? running.heartbeat.revision;
  const told = revision === undefined ? result : { ...result, revision };
  const kind = running.interruption.kind();
  if (kind === 'cancel' && told.outcome !== 'succeeded') return { ...told, outcome: 'cancelled' };
  if (told.outcome === 'succeeded') return told;
  if (kind !== undefined) throw handOver(kind);
  const failure = told.failure ?? {
    class: 'internal',
    message: 'the operation failed without a reason',
    permanent: false,
  };
  throw await failureOf(ctx, {
    request,
    result: { ...told, failure },
    failures: request.failures,
    runToken: running.runToken,
  });
}

/** The worker lets go: uncounted, and taken up by another one at once (I2). */
function handOver(kind: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'WorkerShutdown',
    message: `interrupted (${kind}); another worker goes on`,
    nextRetryDelay: HAND_OVER_MS,
    category: 'BENIGN',
  });
}

/** Sorts what is thrown on the way by its type (style 10): stall, wait, or transient. */
async function perform(
  deps: OperationDependencies,
  request: OperationRequest,
  running: Running,
): Promise<OperationResult> {
  const { heartbeat, interruption, runToken } = running;
  try {
    return await performOperation(deps, {
      request,
      runToken,
      number: request.attemptsBefore + Context.current().info.attempt,
      signal: interruption.signal,
      onRevision: (revision) => heartbeat.tell({ revision }),
      onProgress: (progress) => heartbeat.tell({ progress }),
      onProcess: (record) => heartbeat.tell({ record }),
    });
  } catch (error) {
    if (error instanceof CancelledFailure) throw error;
    return { outcome: 'failed', failure: sort(error) };
  }
}

function sort(error: unknown): OperationFailure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  if (error instanceof StallError || error instanceof WaitError) {
    const { failureClass, reason } = error;
    return { class: failureClass, message, permanent: error instanceof StallError, ...defined({ reason }) };
  }
  return { class: 'internal', message, permanent: false };
}
