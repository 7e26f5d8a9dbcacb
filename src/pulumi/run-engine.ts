import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needsRefreshCheck, operationArguments, refreshCheckArguments } from './arguments';
import type { CliExit } from './cli';
import { createEngineTally, parseEvent, type EngineReport, type EngineTally } from './engine-events';
import { describeEvent } from './event-text';
import { createLineSplitter } from './line-splitter';
import { readRemembered, writePrivate } from './private-file';
import type { RunContext } from './run-context';
import { sealSecrets } from './seal-secrets';
import { renderConfig, secretTexts } from './stack-config';

/** How one go of the engine ended, and what it said meanwhile. */
export interface EngineRun {
  readonly exit: CliExit;
  readonly report: EngineReport;
}

const RESOURCES = 'resources.json';

/** Writes the config file and runs the operation once. Throws CliError when a secret cannot be encrypted. */
export async function runEngine(context: RunContext): Promise<EngineRun> {
  const { run, stack, project } = context;
  const ciphertexts = await sealSecrets({ ...context, project: project.name }, secretTexts(run.config));
  const configFile = join(context.runDir, 'config.yaml');
  await writeFile(configFile, renderConfig(run.config, project.name, ciphertexts), { mode: 0o600 });
  const named = { stack, configFile, runToken: run.runToken };
  if (needsRefreshCheck(run.request)) {
    const check = await follow(context, refreshCheckArguments(run.request, named));
    if (check.exit.code !== 0) return check;
  }
  const engineRun = await follow(context, operationArguments(run.request, named));
  if (engineRun.exit.code === 0) await rememberResources(context, engineRun.report);
  return engineRun;
}

async function follow(context: RunContext, args: readonly string[]): Promise<EngineRun> {
  const tally = createEngineTally();
  const tell = await createTeller(context, tally);
  const lines = createLineSplitter((line) => {
    const event = parseEvent(line);
    if (event === undefined) return;
    tally.add(event);
    const text = describeEvent(event);
    if (text !== undefined) context.log.write(text);
    tell();
  });
  const exit = await context.cli.run(args, {
    cwd: context.run.programDir ?? context.bareDir,
    onStdout: (text) => lines.push(text),
  });
  lines.end();
  return { exit, report: tally.report() };
}

/** Tells progress when it changed. The total is that of the last run: reading the state for it would cost a process. */
async function createTeller({ run, memoryDir }: RunContext, tally: EngineTally): Promise<() => void> {
  const known = await readRemembered(join(memoryDir, RESOURCES));
  let told = -1;
  return () => {
    const { done, started, last } = tally.report();
    if (done === told) return;
    told = done;
    run.onProgress({
      phase: 'pulumi',
      done,
      ...(typeof known === 'number' ? { total: Math.max(known, started) } : {}),
      ...(last === undefined ? {} : { last }),
    });
  };
}

async function rememberResources({ memoryDir, run }: RunContext, { changes }: EngineReport): Promise<void> {
  if (run.request.operation !== 'up') return;
  const { create, update, replace, same } = changes;
  await writePrivate(join(memoryDir, RESOURCES), JSON.stringify(create + update + replace + same));
}
