import { spawn, type ChildProcess } from 'node:child_process';
import { open, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { isRunning } from '../../src/pulumi/process/session';
import { readRemembered } from '../../src/pulumi/private-file';
import { failure } from './failure';
import { readLastLines } from './last-lines';
import { identify, parseIdentity } from './process-record';

const HEALTHY_WITHIN_MS = 60_000;
const PROBE_MS = 2_000;
const PROBE_PAUSE_MS = 50;
const STOP_WITHIN_MS = 15_000;
const EXIT_PAUSE_MS = 50;

/** What a Temporal dev server is started with. */
export interface ServerOptions {
  /** Path or name of the Temporal CLI. */
  readonly binary: string;
  readonly port: number;
  readonly uiPort: number;
  readonly database: string;
  readonly log: string;
  /** File that names the running server. */
  readonly record: string;
}

/** A Temporal server that answers. */
export interface TemporalServer {
  readonly pid: number;
  /** Resolves when the process is gone, to how it ended. */
  readonly exited: Promise<string>;
  /** Ends it in order and resolves when its ports are free again; by force after 15 s. */
  stop(): Promise<void>;
}

/** Starts the server on the loopback interface, resolves when it answers; a ExitError with its last words otherwise. */
export async function startTemporal(options: ServerOptions): Promise<TemporalServer> {
  const log = await open(options.log, 'a', 0o600);
  // A session of its own: Ctrl-C at the terminal must reach the worker first, which needs the server to stop in order.
  const child = spawn(options.binary, serverArguments(options), { detached: true, stdio: ['ignore', log.fd, log.fd] });
  const exited = untilExit(child);
  await log.close();
  const server = { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
  try {
    if (child.pid !== undefined) await writeFile(options.record, JSON.stringify(identify(child.pid)), { mode: 0o600 });
    await untilHealthy(options, exited);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Stops a server that a killed engine left behind: it holds the database and the ports. */
export async function stopLeftServer(record: string): Promise<void> {
  const left = parseIdentity(await readRemembered(record));
  const end = Date.now() + STOP_WITHIN_MS;
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; left !== undefined && isRunning(left); signal = 0) {
    process.kill(left.pid, Date.now() > end ? 'SIGKILL' : signal);
    await delay(EXIT_PAUSE_MS);
  }
  await rm(record, { force: true });
}

function serverArguments({ port, uiPort, database }: ServerOptions): string[] {
  const places = ['--ip', '127.0.0.1', '--port', String(port), '--ui-ip', '127.0.0.1', '--ui-port', String(uiPort)];
  const pragmas = ['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'];
  // Without this setting the server rounds every delay below a second up to one.
  const timers = ['--dynamic-config-value', 'history.timerProcessorMaxTimeShift="10ms"'];
  return ['server', 'start-dev', ...places, '--db-filename', database, ...pragmas, ...timers, '--log-level', 'error'];
}

function untilExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'not found' : error.message),
    );
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`));
  });
}

async function untilHealthy(options: ServerOptions, exited: Promise<string>): Promise<void> {
  const given = AbortSignal.timeout(HEALTHY_WITHIN_MS);
  const ended = exited.then((how) => ({ how }));
  while (!given.aborted) {
    const answer = await Promise.race([ended, isHealthy(`127.0.0.1:${options.port}`)]);
    if (answer === true) return;
    if (answer !== false) throw await createStartError(options, `ended at once (${answer.how})`);
    await delay(PROBE_PAUSE_MS);
  }
  throw await createStartError(options, `did not answer within ${HEALTHY_WITHIN_MS / 1_000} s`);
}

async function createStartError({ binary, log }: ServerOptions, what: string): Promise<Error> {
  if (what.includes('not found')) {
    return failure(
      `no Temporal CLI: ${binary} was not found. Start with npm start, install the Temporal CLI, or set STACKWRIGHT_TEMPORAL`,
    );
  }
  const lines = await readLastLines(log);
  return failure([`the Temporal server ${what}; the end of ${log}:`, ...lines.map((line) => `  ${line}`)].join('\n'));
}

/** The frontend answers a little before its namespace is there. */
async function isHealthy(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: PROBE_MS });
    try {
      await connection.withDeadline(Date.now() + PROBE_MS, () =>
        connection.workflowService.describeNamespace({ namespace: 'default' }),
      );
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false; // whatever it is, it is not healthy yet; the caller gives up in the end and shows the log
  }
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(force);
}
