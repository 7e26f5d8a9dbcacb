import type { StackClient } from '../../../src/client';
import type { CliIo } from '../../../src/cli/io';
import { runStackctl } from '../../../src/cli/run-stackctl';
import { FakeClient, NOW } from './fake-client';

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliCase {
  readonly client?: StackClient;
  /** Thrown instead of connecting. */
  readonly refuses?: Error;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly isTTY?: boolean;
  /** Ctrl-C. */
  readonly interrupt?: AbortSignal;
}

/** Runs a command line without a process, a terminal and a server. */
export async function runCli(line: string | readonly string[], given: CliCase = {}): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const io: CliIo = {
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    stdin: () => Promise.resolve(given.stdin ?? ''),
    env: { USER: 'ada', ...given.env },
    isTTY: given.isTTY ?? false,
    columns: 80,
    cwd: given.cwd ?? '/',
    redraw: () => undefined,
    listenForInterrupt: () => ({ signal: given.interrupt ?? new AbortController().signal, release: () => undefined }),
  };
  const connect = (): Promise<StackClient> =>
    given.refuses === undefined ? Promise.resolve(given.client ?? new FakeClient()) : Promise.reject(given.refuses);
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const code = await runStackctl(argv, io, { connect, now: () => NOW, everyMs: 1 });
  return { code, ...said };
}
