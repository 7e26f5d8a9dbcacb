import { spawn, type ChildProcess } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { killSession } from './session';
import { ladderFor, stopKindOf, stopProcess, type StopKind, type StopLadder } from './stop';
import { followFile, type Tail } from './tail';

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Files for the process's output, without suffix: `.stdout` and `.stderr` are added. They outlive a dead worker. */
  readonly spool: string;
  /** Takes the names of these files away before the process starts: what it prints must not be found on the disk. */
  readonly unnamed?: boolean;
  /** Written to its standard input; undefined: it has none. */
  readonly input?: string;
  /** Stops the process step by step when aborted; aborted already: nothing is spawned. */
  readonly signal?: AbortSignal;
  readonly ladder?: (kind: StopKind) => StopLadder;
  onSpawn?(pid: number): void;
  onStdout(text: string): void;
  onStderr(text: string): void;
}

/** How a process ended. Neither code nor signal: it was never spawned. */
export interface ProcessExit {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
}

const FOLLOW_MS = 60;
const UMASK = 'umask 077 && exec "$0" "$@"'; // Node cannot set a child's umask; exec keeps the pid

/**
 * Runs a command as the leader of a session of its own, with files for output: so it neither dies with the worker nor
 * leaves anything behind, since the session is swept after every exit. Rejects only when it cannot be spawned.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessExit> {
  if (request.signal?.aborted === true) return {};
  const paths = [`${request.spool}.stdout`, `${request.spool}.stderr`] as const;
  const unlink = (): Promise<unknown> => Promise.all(paths.map((path) => rm(path, { force: true })));
  const files = await Promise.all(paths.map((path) => open(path, 'wx', 0o600)));
  const tails = await Promise.all([
    followFile(paths[0], (text) => request.onStdout(text)),
    followFile(paths[1], (text) => request.onStderr(text)),
  ]);
  try {
    if (request.unnamed === true) await unlink();
    const child = spawn('/bin/sh', ['-c', UMASK, request.command, ...request.args], {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: [request.input === undefined ? 'ignore' : 'pipe', ...files.map((file) => file.fd)],
    });
    return await attend(child, request, tails);
  } finally {
    await Promise.all([...files, ...tails].map((file) => file.close()));
    await unlink();
  }
}

async function attend(child: ChildProcess, request: ProcessRequest, tails: readonly Tail[]): Promise<ProcessExit> {
  const exited = exitOf(child);
  if (child.pid === undefined) return exited;
  const release = stopOnAbort(child, request, exited);
  try {
    request.onSpawn?.(child.pid);
    feed(child, request.input);
    await follow(tails, exited);
    const exit = await exited;
    await release();
    return exit;
  } catch (error) {
    await stopProcess(child, (request.ladder ?? ladderFor)('shutdown'), exited); // a fault of ours: not a reason to kill
    throw error;
  } finally {
    await killSession(child.pid);
    await Promise.all(tails.map((tail) => tail.advance()));
  }
}

function exitOf(child: ChildProcess): Promise<ProcessExit> {
  const exited = new Promise<ProcessExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve({ ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }),
    );
  });
  exited.catch(() => undefined); // awaited by whoever attends; a failure to spawn must not go unheard before that
  return exited;
}

/** A process that ends without reading its input is judged by its exit code, not by the broken pipe. */
function feed(child: ChildProcess, input: string | undefined): void {
  if (input === undefined || child.stdin === null) return;
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
}

async function follow(tails: readonly Tail[], exited: Promise<unknown>): Promise<void> {
  const ended = exited.then(
    () => true,
    () => true,
  );
  do await Promise.all(tails.map((tail) => tail.advance()));
  while (!(await Promise.race([ended, sleep(FOLLOW_MS, false)])));
}

/** Answers with what takes the listener off again and waits for a stop that is under way. */
function stopOnAbort(child: ChildProcess, request: ProcessRequest, exited: Promise<unknown>): () => Promise<void> {
  const { signal, ladder = ladderFor } = request;
  if (signal === undefined) return () => Promise.resolve();
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping = stopProcess(child, ladder(stopKindOf(signal.reason)), exited);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return async () => {
    signal.removeEventListener('abort', stop);
    await stopping;
  };
}
