import { StallError, WaitError } from '../stack/failure';
import type { OperationFailure } from '../stack/operation';
import { classifyFailure } from './classify-failure';
import type { CliExit } from './cli';
import { createEngineTally } from './engine-events';
import { maskOutputs, placeOutputs } from './outputs';
import { releaseOwnership } from './ownership';
import { stopKindOf } from './process/stop';
import { exitOfError, MISSING_STACK } from './pulumi-command';
import type { PulumiOutcome } from './pulumi-run';
import type { RunContext } from './run-context';
import type { EngineRun } from './run-engine';
import { removeStack } from './workspace';

/** The outcome of a run of the engine; a good destroy ends with the removal of the stack itself. */
export async function conclude(context: RunContext, { exit, report }: EngineRun): Promise<PulumiOutcome> {
  const { run, log } = context;
  const { operation } = run.request;
  const gone = operation === 'destroy' && exit.code === MISSING_STACK;
  if (exit.code !== 0 && !gone) return failed(context, judge(context, exit, report), report);
  if (operation === 'destroy') await giveUpStack(context, gone);
  await forgetEarlierRuns(context);
  log.write(`${operation} succeeded\n`);
  const told =
    report.outputs !== undefined && (operation === 'up' || operation === 'refresh') ? report.outputs : undefined;
  return {
    ...closing(context),
    outcome: 'succeeded',
    changes: report.changes,
    ...(told === undefined ? {} : await placeOutputs(maskOutputs(told, context.mask), `${run.logFile}.outputs.json`)),
  };
}

async function giveUpStack(context: RunContext, gone: boolean): Promise<void> {
  if (!gone) await removeStack(context);
  await releaseOwnership(context);
}

/** Whoever got the lock knows that no earlier run of ours left one. */
async function forgetEarlierRuns({ records, run }: RunContext): Promise<void> {
  if (run.request.operation === 'preview') return; // takes no lock
  const earlier = await records.read();
  await Promise.all(earlier.map(({ runToken }) => records.forget(runToken)));
}

function judge({ run, signal }: RunContext, exit: CliExit, report: EngineRun['report']): OperationFailure {
  return classifyFailure({
    operation: run.request.operation,
    ...(exit.code === undefined ? {} : { exitCode: exit.code }),
    ...(exit.signal === undefined ? {} : { signal: exit.signal }),
    stderr: exit.stderr,
    errors: report.errors,
    violations: report.violations,
    programErrors: report.programErrors,
    ...(signal.aborted ? { stopped: stopKindOf(signal.reason), timeoutMs: run.timeoutMs } : {}),
  });
}

/** What a thrown error means for the attempt; undefined for a fault of ours. */
export function failureOfError(context: RunContext, error: unknown): OperationFailure | undefined {
  if (error instanceof StallError || error instanceof WaitError) {
    const { message, failureClass, reason } = error;
    return {
      class: failureClass,
      message,
      permanent: error instanceof StallError,
      ...(reason === undefined ? {} : { reason }),
    };
  }
  const exit = exitOfError(error);
  return exit === undefined ? undefined : judge(context, exit, createEngineTally().report());
}

export function failed(context: RunContext, failure: OperationFailure, report?: EngineRun['report']): PulumiOutcome {
  const masked = { ...failure, message: context.mask(failure.message).slice(0, 1_000) };
  context.log.write(`${context.run.request.operation} failed (${masked.class}): ${masked.message}\n`);
  return {
    ...closing(context),
    outcome: failure.class === 'cancelled' ? 'cancelled' : 'failed',
    failure: masked,
    ...(report === undefined ? {} : { changes: report.changes }),
  };
}

/** A destroy of a stack that another one keeps: nothing of it is this Stack's to destroy. */
export function nothingToDestroy(context: RunContext): PulumiOutcome {
  return { ...closing(context), outcome: 'succeeded' };
}

function closing({ project, cli, run }: RunContext): Pick<PulumiOutcome, 'project' | 'processes' | 'runToken'> {
  return { project, processes: cli.processes(), runToken: run.runToken };
}
