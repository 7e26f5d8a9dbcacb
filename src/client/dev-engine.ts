import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The embedded engine that was started last on this machine, as `stackctl dev` wrote it down. */
export interface DevEngine {
  readonly address: string;
  /** Absolute; holds the local store, the logs and the backend. */
  readonly stateDir: string;
  readonly namespace?: string;
  readonly isRunning: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `$XDG_CONFIG_HOME/stackwright/dev.json`; undefined when there is none, or when it makes no sense. */
export async function readDevEngine(environment: Environment): Promise<DevEngine | undefined> {
  const text = await readIfThere(devFilePath(environment));
  return text === undefined ? undefined : parseDevEngine(text);
}

function devFilePath({ XDG_CONFIG_HOME: configured, HOME: home }: Environment): string {
  const config = configured === undefined || configured === '' ? join(home ?? homedir(), '.config') : configured;
  return join(config, 'stackwright', 'dev.json');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseDevEngine(text: string): DevEngine | undefined {
  const entry = parseFields(text);
  const { address, stateDir, namespace, pid, stoppedAt } = entry;
  if (typeof address !== 'string' || typeof stateDir !== 'string') return undefined;
  return {
    address,
    stateDir,
    ...(typeof namespace === 'string' ? { namespace } : {}),
    isRunning: stoppedAt === undefined && (typeof pid !== 'number' || isAlive(pid)),
  };
}

function parseFields(text: string): Partial<Record<string, unknown>> {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null ? entry : {};
  } catch {
    return {}; // a damaged file tells nothing; the engine writes it anew when it starts
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
