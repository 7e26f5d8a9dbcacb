import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const STACKCTL = join(__dirname, '../../../dist/src/cli/stackctl.js');

/** How a program ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `stackctl`. */
export interface Stackctl {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has said so far, on both streams. */
  output(): string;
}

/** Starts the built `stackctl` with a configuration directory of the test's own. */
export function startStackctl(args: readonly string[], configDir: string): Stackctl {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
  const child = spawn(process.execPath, [STACKCTL, ...args], {
    env: { ...env, XDG_CONFIG_HOME: configDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  return { process: child, ended, output: () => said.stdout + said.stderr };
}

/** Runs `stackctl` to its end. */
export function stackctl(args: readonly string[], configDir: string): Promise<Ended> {
  return startStackctl(args, configDir).ended;
}

/** Pids of all processes that work in or on a directory, whoever their parents are. */
export function processesOn(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => traces(pid).some((text) => text.includes(directory)))
    .map(Number);
}

function traces(pid: string): string[] {
  const look = (read: () => string): string => {
    try {
      return read();
    } catch {
      return ''; // it ended while we looked, or is not ours
    }
  };
  return [
    look(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    look(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
    look(() => readlinkSync(`/proc/${pid}/cwd`)),
  ];
}
