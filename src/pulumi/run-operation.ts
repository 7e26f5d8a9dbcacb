import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WaitError } from '../stack/failure';
import type { CliExit } from './cli';
import { createStack, isKnownMissing } from './create-stack';
import { createEngineTally } from './engine-events';
import { conclude, failed, failureOfError, nothingToDestroy } from './outcome';
import { ensureOwnership } from './ownership';
import { exitOfError } from './pulumi-command';
import type { PulumiOutcome, PulumiRun, PulumiSettings } from './pulumi-run';
import { remedies } from './remedies';
import { cleanUp, openRun, type RunContext } from './run-context';
import { runEngine, type EngineRun } from './run-engine';
import { findRunning, sweepDeadRuns } from './run-records';

type Warn = (warning: string) => void;

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LOOK_AGAIN_MS = 30_000;

/** Runs one attempt at an operation from its claim to its result. Throws StallError for a project that is none. */
export async function runOperation(settings: PulumiSettings, run: PulumiRun): Promise<PulumiOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort({ kind: 'timeout' }), Math.min(run.timeoutMs, LONGEST_TIMER_MS));
  try {
    return await runIn(await openRun(settings, run, AbortSignal.any([run.signal, deadline.signal])));
  } finally {
    clearTimeout(timer);
  }
}

async function runIn(context: RunContext): Promise<PulumiOutcome> {
  try {
    const outcome = await attempt(context);
    const fault = await context.log.close();
    return fault === undefined ? outcome : { ...outcome, warnings: [...(outcome.warnings ?? []), fault] };
  } finally {
    await context.log.close();
    await cleanUp(context);
  }
}

async function attempt(context: RunContext): Promise<PulumiOutcome> {
  const { log, run } = context;
  log.write(`${run.request.operation} of ${context.stack}, run ${run.runToken}\n`);
  const warnings: string[] = [];
  const warn = (warning: string): void => {
    warnings.push(warning);
    log.write(`warning: ${warning}\n`);
  };
  const outcome = await perform(context, warn);
  return warnings.length === 0 ? outcome : { ...outcome, warnings };
}

async function perform(context: RunContext, warn: Warn): Promise<PulumiOutcome> {
  try {
    await settleEarlierRuns(context);
    return await conclude(context, await runWithRemedies(context, warn));
  } catch (error) {
    const failure = failureOfError(context, error);
    if (failure === undefined) throw error;
    if (failure.reason !== 'StackClaimed' || context.run.request.operation !== 'destroy')
      return failed(context, failure);
    warn(`nothing was destroyed: ${failure.message}`);
    return nothingToDestroy(context);
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

async function runWithRemedies(context: RunContext, warn: Warn): Promise<EngineRun> {
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
async function go(context: RunContext, warn: Warn): Promise<EngineRun> {
  try {
    const warning = await ensureOwnership(context);
    if (warning !== undefined) warn(warning);
    if (context.run.request.operation !== 'destroy' && (await isKnownMissing(context))) await createStack(context);
    return await runEngine(context);
  } catch (error) {
    const exit = exitOfError(error);
    if (exit === undefined) throw error;
    return { exit, report: createEngineTally().report() };
  }
}
