import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPulumi,
  type ConfigEntry,
  type PulumiOutcome,
  type PulumiRun,
  type PulumiSettings,
} from '../../../src/pulumi';
import type { AttemptRecord, Operation, OperationRequest, Progress } from '../../../src/stack/operation';
import { parseStackSpec } from '../../../src/stack/spec';

export const PASSPHRASE = 'correct horse battery';
const programs = resolve(__dirname, '../../fixtures/programs');
export const labDirectory = resolve(__dirname, '../../fixtures/lab');

/** The real CLI: named by the environment, or on PATH. */
function pulumiBinary(): string {
  const named = process.env.STACKWRIGHT_PULUMI;
  if (named !== undefined) return named;
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((dir) => join(dir, 'pulumi'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('no Pulumi CLI: set STACKWRIGHT_PULUMI or put it on PATH');
  return found;
}

/** A backend, a cache and a log directory of one test, and runs in them. */
export interface Bench {
  readonly root: string;
  readonly backend: string;
  readonly backendUrl: string;
  readonly settings: PulumiSettings;
  run(changes?: RunChanges): Promise<PulumiOutcome>;
  /** Starts a run and answers with what it tells meanwhile. */
  start(changes?: RunChanges): RunningRun;
  path(name: string): string;
  log(): string;
}

export interface RunChanges extends Partial<Omit<PulumiRun, 'request' | 'config'>> {
  readonly program?: string;
  readonly operation?: Operation;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly secretConfig?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly withoutSource?: boolean;
}

export interface RunningRun {
  readonly outcome: Promise<PulumiOutcome>;
  readonly records: AttemptRecord[];
  readonly progress: Progress[];
  readonly abort: AbortController;
}

const roots: string[] = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

export function createBench(settings: Partial<PulumiSettings> = {}): Bench {
  const root = mkdtempSync(join(tmpdir(), 'stackwright-pulumi-'));
  roots.push(root);
  const path = (name: string): string => join(root, name);
  const backend = path('backend');
  mkdirSync(backend);
  writeFileSync(path('passphrase'), PASSPHRASE);
  const all: PulumiSettings = {
    binary: pulumiBinary(),
    cacheDir: path('cache'),
    host: hostname(),
    ladder: () => ({ finishMs: 20_000, leaveMs: 5_000 }),
    ...settings,
  };
  const pulumi = createPulumi(all);
  const start = (changes: RunChanges = {}): RunningRun => {
    const abort = new AbortController();
    const records: AttemptRecord[] = [];
    const progress: Progress[] = [];
    const run = pulumiRun(changes, {
      backendUrl: `file://${backend}`,
      passphraseFile: path('passphrase'),
      logFile: path('run.log'),
      signal: abort.signal,
      onProgress: (told) => progress.push(told),
      onProcess: (record) => records.push(record),
    });
    return { outcome: pulumi.run(run), records, progress, abort };
  };
  return {
    root,
    backend,
    backendUrl: `file://${backend}`,
    settings: all,
    path,
    start,
    run: (changes) => start(changes).outcome,
    log: () => readFileSync(path('run.log'), 'utf8'),
  };
}

type Surroundings = Pick<PulumiRun, 'backendUrl' | 'logFile' | 'signal' | 'onProgress' | 'onProcess'> & {
  readonly passphraseFile: string;
};

function pulumiRun(changes: RunChanges, surroundings: Surroundings): PulumiRun {
  const {
    program = 'stash',
    operation = 'up',
    spec,
    config = {},
    secretConfig = {},
    name = 'app',
    withoutSource,
    ...others
  } = changes;
  const plain = Object.entries(config).map(([key, value]): ConfigEntry => ({ key, value, secret: false }));
  const secret = Object.entries(secretConfig).map(([key, value]): ConfigEntry => ({ key, value, secret: true }));
  const dir = join(programs, program);
  return {
    request: requestOf(operation, name, { stack: 'dev', workspaceTemplate: { spec: { local: { dir } } }, ...spec }),
    ...(withoutSource === true ? { project: { name: program, runtime: 'yaml' } } : { programDir: dir }),
    config: [...plain, ...secret],
    env: {},
    secrets: [],
    runToken: randomUUID(),
    timeoutMs: 60_000,
    ...surroundings,
    ...others,
  };
}

function requestOf(operation: Operation, name: string, input: unknown): OperationRequest {
  const options = { origin: 'direct', namespace: 'default', stackName: name, minResyncSeconds: 1 } as const;
  const parsed = parseStackSpec(input, options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return {
    stack: { namespace: 'default', name },
    operation,
    update: `${name}-1`,
    cause: 'created',
    generation: 1,
    spec: parsed.spec,
    failures: 0,
    attemptsBefore: 0,
  };
}

/** Waits for a condition that another process brings about. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tried = 0; tried < 1_000; tried += 1) {
    if (condition()) return;
    await sleep(20);
  }
  throw new Error(`waited in vain for: ${what}`);
}

export function locks(bench: Bench, project: string): Promise<string[]> {
  const folder = join(bench.backend, '.pulumi/locks/organization', project, 'dev');
  return readdir(folder).then(
    (names) => names.filter((file) => file.endsWith('.json')),
    () => [],
  );
}

/** Every text file below a directory, joined. */
export async function readTree(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return texts.join('\n');
}
