import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StallError, WaitError } from '../stack/failure';
import type { OperationFailure } from '../stack/operation';
import { classifyFailure } from './classify-failure';
import type { CliExit } from './cli';
import { createEngineTally } from './engine-events';
import { maskOutputs, placeOutputs } from './outputs';
import { ensureOwnership, releaseOwnership } from './ownership';
import { stopKindOf } from './process/stop';
import { exitOfError, MISSING_STACK } from './pulumi-command';
import type { PulumiOutcome, PulumiRun, PulumiSettings } from './pulumi-run';
import { remedies } from './remedies';
import { closeRun, openRun, type RunContext } from './run-context';
import { runEngine, type EngineRun } from './run-engine';
import { findRunning, sweepDeadRuns } from './run-records';
import { removeStack } from './workspace';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LOOK_AGAIN_MS = 30_000;

/** Runs one attempt at an operation from its claim to its result. Throws StallError for a project that is none. */
export async function runOperation(settings: PulumiSettings, run: PulumiRun): Promise<PulumiOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort({ kind: 'timeout' }), Math.min(run.timeoutMs, LONGEST_TIMER_MS));
  const context = await openRun(settings, run, AbortSignal.any([run.signal, deadline.signal]));
  try {
    return await attempt(context);
  } finally {
    clearTimeout(timer);
    await closeRun(context);
  }
}

async function attempt(context: RunContext): Promise<PulumiOutcome> {
  const { log, run } = context;
  log.write(`${run.request.operation} of ${context.stack}, run ${run.runToken}\n`);
  const warnings: string[] = [];
  try {
    await settleEarlierRuns(context);
    const engineRun = await runWithRemedies(context, (warning) => {
      warnings.push(warning);
      log.write(`warning: ${warning}\n`);
    });
    return { ...(await conclude(context, engineRun)), ...(warnings.length === 0 ? {} : { warnings }) };
  } catch (error) {
    const failure = failureOfError(context, error);
    if (failure === undefined) throw error;
    return failed(context, failure);
  }
}

/** What a dead run left behind must end before another begins; one that still goes on is waited for. */
async function settleEarlierRuns({ records, run, directories }: RunContext): Promise<void> {
  const earlier = (await records.read()).filter(({ runToken }) => runToken !== run.runToken);
  const running = findRunning(earlier);
  if (running !== undefined) {
    throw new WaitError(
      `an earlier run of the stack still goes on (pid ${running.pid ?? 0})`,
      LOOK_AGAIN_MS,
      'conflict',
      'UpdateConflict',
    );
  }
  await sweepDeadRuns(earlier);
  await Promise.all(
    earlier.map(({ runToken }) => rm(join(directories.runs, runToken), { recursive: true, force: true })),
  );
}

async function runWithRemedies(context: RunContext, warn: (warning: string) => void): Promise<EngineRun> {
  const untried = new Set(remedies);
  for (;;) {
    const engineRun = await go(context, warn);
    if (engineRun.exit.code === 0) return engineRun;
    const helped = await tryRemedies(context, engineRun.exit, untried);
    if (!helped) return engineRun;
  }
}

async function tryRemedies(
  context: RunContext,
  exit: CliExit,
  untried: Set<(typeof remedies)[number]>,
): Promise<boolean> {
  for (const remedy of untried) {
    if (!(await remedy(context, exit))) continue;
    untried.delete(remedy);
    return true;
  }
  return false;
}

/** The claim belongs into the go: where it is a tag, it too needs the stack to exist. */
async function go(context: RunContext, warn: (warning: string) => void): Promise<EngineRun> {
  try {
    const warning = await ensureOwnership(context);
    if (warning !== undefined) warn(warning);
    return await runEngine(context);
  } catch (error) {
    const exit = exitOfError(error);
    if (exit === undefined) throw error;
    return { exit, report: createEngineTally().report() };
  }
}

async function conclude(context: RunContext, { exit, report }: EngineRun): Promise<PulumiOutcome> {
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
    diagnostics: report.diagnostics,
    violations: report.violations,
    programErrors: report.programErrors,
    ...(signal.aborted ? { stopped: stopKindOf(signal.reason), timeoutMs: run.timeoutMs } : {}),
  });
}

function failureOfError(context: RunContext, error: unknown): OperationFailure | undefined {
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

function failed(context: RunContext, failure: OperationFailure, report?: EngineRun['report']): PulumiOutcome {
  const masked = { ...failure, message: context.mask(failure.message).slice(0, 1_000) };
  context.log.write(`${context.run.request.operation} failed (${masked.class}): ${masked.message}\n`);
  return {
    ...closing(context),
    outcome: failure.class === 'cancelled' ? 'cancelled' : 'failed',
    failure: masked,
    ...(report === undefined ? {} : { changes: report.changes }),
  };
}

function closing({ project, cli, run }: RunContext): Pick<PulumiOutcome, 'project' | 'processes' | 'runToken'> {
  return { project, processes: cli.processes(), runToken: run.runToken };
}
