import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StallError, WaitError } from '../stack/failure';
import type { CliExit } from './cli';
import { createEngineTally } from './engine-events';
import { conclude, failed, failureOfError, nothingToDestroy } from './outcome';
import { ensureOwnership } from './ownership';
import { exitOfError } from './pulumi-command';
import type { PulumiOutcome, PulumiRun, PulumiSettings } from './pulumi-run';
import { remedies } from './remedies';
import { cleanUp, openRun, type RunContext } from './run-context';
import { runEngine, type EngineRun } from './run-engine';
import { findRunning, sweepDeadRuns } from './run-records';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LOOK_AGAIN_MS = 30_000;

/** Runs one attempt at an operation from its claim to its result. Throws StallError for a project that is none. */
export async function runOperation(settings: PulumiSettings, run: PulumiRun): Promise<PulumiOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort({ kind: 'timeout' }), Math.min(run.timeoutMs, LONGEST_TIMER_MS));
  const context = await openRun(settings, run, AbortSignal.any([run.signal, deadline.signal]));
  try {
    const outcome = await attempt(context);
    const fault = await closeLog(context);
    return fault === undefined ? outcome : { ...outcome, warnings: [...(outcome.warnings ?? []), fault] };
  } finally {
    clearTimeout(timer);
    await cleanUp(context);
  }
}

/** An update is not undone by a log that could not be written: it is told beside the result. */
async function closeLog({ log }: RunContext): Promise<string | undefined> {
  try {
    await log.close();
    return undefined;
  } catch (error) {
    return `the log could not be written: ${(error as Error).message}`;
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
    if (isClaimed(error) && run.request.operation === 'destroy') return nothingToDestroy(context, error.message);
    const failure = failureOfError(context, error);
    if (failure === undefined) throw error;
    return failed(context, failure);
  }
}

function isClaimed(error: unknown): error is StallError {
  return error instanceof StallError && error.reason === 'StackClaimed';
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
