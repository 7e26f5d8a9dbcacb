import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface CommandRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds after which it is ended. */
  readonly timeoutMs: number;
}

export interface CommandResult {
  /** Undefined: it was ended by a signal. */
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Thrown instead of a result when the caller wants no more of it. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

const KILL_AFTER_MS = 2_000;
const LONGEST_OUTPUT = 1_048_576;

/**
 * Runs a command without input in a process group of its own, and answers however it ends. When interrupted or late
 * the group is ended first, so that nothing of it goes on; then an error is thrown.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const { command, args, cwd, env, signal, timeoutMs } = request;
  if (signal.aborted) throw new InterruptedError(`${command} was not started: interrupted`);
  const deadline = AbortSignal.timeout(timeoutMs);
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const release = endOnAbort(child, AbortSignal.any([signal, deadline]));
  try {
    const [stdout, stderr, code] = await Promise.all([collect(child.stdout), collect(child.stderr), exitOf(child)]);
    if (code === undefined) throwIfEnded(request, deadline);
    return { stdout, stderr, ...(code === undefined ? {} : { code }) };
  } finally {
    release();
  }
}

function throwIfEnded({ command, signal, timeoutMs }: CommandRequest, deadline: AbortSignal): void {
  if (signal.aborted) throw new InterruptedError(`${command} was interrupted`);
  if (deadline.aborted) throw new Error(`${command} did not end within ${timeoutMs / 1_000} s`);
}

function exitOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

function endOnAbort(child: ChildProcess, ending: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS);
  };
  if (ending.aborted) end();
  else ending.addEventListener('abort', end, { once: true });
  return () => {
    ending.removeEventListener('abort', end);
    clearTimeout(timer);
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What is beyond the bound is read and dropped, so that the command does not block on a full pipe. */
async function collect(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    if (text.length < LONGEST_OUTPUT) text += chunk as string;
  }
  return text;
}
