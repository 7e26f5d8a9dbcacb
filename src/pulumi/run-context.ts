import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { StallError } from '../stack/failure';
import type { ProjectInfo } from '../stack/operation';
import { createCli, type Cli } from './cli';
import { makeDirectories, makePrivate, stackDirectory, type Directories } from './directories';
import { cleanEnvironment } from './environment';
import { openLog, type LogWriter } from './log-writer';
import { createMask, type Mask } from './mask';
import { readBootId, readStat } from './process/session';
import { readProject } from './project-file';
import type { PulumiRun, PulumiSettings, StackAccess } from './pulumi-run';
import { createRunRecords, type RunRecord, type RunRecords } from './run-records';
import { secretsOf } from './stack-config';
import { fullStackName } from './stack-name';

/** All that the steps of one attempt share. */
export interface RunContext {
  readonly settings: PulumiSettings;
  readonly run: PulumiRun;
  readonly project: ProjectInfo;
  /** The name by which the CLI finds the stack. */
  readonly stack: string;
  readonly cli: Cli;
  readonly directories: Directories;
  /** What is remembered about the stack. */
  readonly memoryDir: string;
  /** Files of this attempt; gone after it. */
  readonly runDir: string;
  /** A directory with nothing but a Pulumi.yaml of the project: for commands that need no program. */
  readonly bareDir: string;
  readonly records: RunRecords;
  readonly log: LogWriter;
  readonly mask: Mask;
  readonly signal: AbortSignal;
}

/** Prepares an attempt. Throws StallError when the project cannot be told. */
export async function openRun(settings: PulumiSettings, run: PulumiRun, signal: AbortSignal): Promise<RunContext> {
  const { stack: id, spec } = run.request;
  const project = await projectOf(run);
  const stack = fullStackName(run.backendUrl, project.name, spec.stack);
  const directories = await makeDirectories(settings.cacheDir, id.namespace);
  const memoryDir = await stackDirectory(directories, run.backendUrl, stack);
  const runDir = await makePrivate(join(directories.runs, run.runToken));
  const secrets = [...(await secretsOfAccess(run)), ...secretsOf(run.config)];
  const log = await openLog(run.logFile, secrets);
  const records = createRunRecords(memoryDir);
  const cli = createCli({
    binary: settings.binary,
    env: cleanEnvironment({ ...run, binary: settings.binary, directories, ambient: settings.ambient ?? {} }),
    runDir,
    signal,
    ...(settings.ladder === undefined ? {} : { ladder: settings.ladder }),
    onSpawn: recordProcesses(settings, run, records),
    onStderr: (text) => log.write(text),
  });
  const bareDir = await makeBareProject(runDir, project);
  return {
    settings,
    run,
    project,
    stack,
    cli,
    directories,
    memoryDir,
    runDir,
    bareDir,
    records,
    log,
    mask: createMask(secrets),
    signal,
  };
}

/** Removes what nobody needs after the attempt. The record of a killed process stays: its lock may too. */
export async function cleanUp({ runDir, records, run, cli }: RunContext): Promise<void> {
  if (!cli.wasKilled()) await records.forget(run.runToken);
  await rm(runDir, { recursive: true, force: true });
}

/** Values to mask that come with the access to a backend. */
export async function secretsOfAccess({ secrets, env, passphraseFile }: StackAccess): Promise<string[]> {
  const passphrase = passphraseFile === undefined ? [] : [await readPassphrase(passphraseFile)];
  const named = [env.PULUMI_CONFIG_PASSPHRASE, env.PULUMI_ACCESS_TOKEN].filter((value) => value !== undefined);
  return [...secrets, ...passphrase, ...named];
}

async function readPassphrase(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new StallError(`the passphrase file cannot be read: ${(error as Error).message}`, 'credentials');
  }
}

/** A project without a program, in a directory of its own. */
export async function makeBareProject(runDir: string, project: ProjectInfo): Promise<string> {
  const bareDir = await makePrivate(join(runDir, 'project'));
  await writeFile(join(bareDir, 'Pulumi.yaml'), stringify({ name: project.name, runtime: 'yaml' }));
  return bareDir;
}

async function projectOf({ project, programDir, request }: PulumiRun): Promise<ProjectInfo> {
  const known = project ?? (programDir === undefined ? request.project : await readProject(programDir));
  if (known === undefined) throw new StallError('the program is gone, and its project is not known', 'source');
  return known;
}

/** Writes the record before the first process, and tells each process as soon as it runs (I1). */
function recordProcesses(settings: PulumiSettings, run: PulumiRun, records: RunRecords): (pid: number) => void {
  const identity = { runToken: run.runToken, host: settings.host, bootId: readBootId() };
  let record: RunRecord = { ...identity, startedAt: Date.now(), processes: [] };
  records.write(record);
  return (pid) => {
    const startTicks = readStat(pid)?.startTicks;
    const identified = { pid, ...(startTicks === undefined ? {} : { startTicks }) };
    record = { ...record, processes: [...record.processes, identified] };
    records.write(record);
    run.onProcess({ ...identity, ...identified });
  };
}
