import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const READY_MS = 60_000;
const STOP_MS = 15_000;

/** A real Temporal dev server of the tests' own. */
export interface TemporalServer {
  readonly address: string;
  readonly uiUrl?: string;
  readonly process: ChildProcess;
}

/** A port of the loopback interface that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The Temporal CLI that `scripts/run.mjs` found or made. */
export function temporalBinary(): string {
  return process.env.STACKWRIGHT_TEMPORAL ?? 'temporal';
}

/**
 * Starts a server with the two settings that tests need: time can be skipped, and timers below a second take what they
 * say (by default the server rounds them up to one).
 */
export async function startTemporal(
  options: { readonly ui?: boolean; readonly dbFile?: string } = {},
): Promise<TemporalServer> {
  const [port, http, metrics, ui] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const args = ['server', 'start-dev', '--ip', '127.0.0.1', '--log-level', 'error'];
  args.push('--port', String(port), '--http-port', String(http), '--metrics-port', String(metrics));
  args.push(...(options.ui === true ? ['--ui-port', String(ui)] : ['--headless']));
  args.push('--dynamic-config-value', 'frontend.WorkflowTimeSkippingEnabled=true');
  args.push('--dynamic-config-value', 'history.timerProcessorMaxTimeShift="10ms"');
  if (options.dbFile !== undefined) args.push('--db-filename', options.dbFile);
  const child = spawn(temporalBinary(), args, { stdio: 'ignore' });
  const address = `127.0.0.1:${port}`;
  await untilHealthy(address, child);
  return { address, process: child, ...(options.ui === true ? { uiUrl: `http://127.0.0.1:${ui}` } : {}) };
}

async function untilHealthy(address: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!(await isHealthy(address))) {
    if (child.exitCode !== null) throw new Error(`the Temporal server ended with ${child.exitCode} before it answered`);
    if (Date.now() > end) throw new Error(`the Temporal server did not answer within ${READY_MS} ms`);
    await delay(100);
  }
}

function isHealthy(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(temporalBinary(), ['operator', 'cluster', 'health', '--address', address], (error) =>
      resolve(error === null),
    );
  });
}

/** Stops it, and waits until its ports are free again. */
export async function stopTemporal(server: Pick<TemporalServer, 'process'>): Promise<void> {
  const child = server.process;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(force);
}
