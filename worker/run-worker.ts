import { defined } from '../src/stack/defined';
import { NativeConnection, Runtime, Worker, DefaultLogger, type WorkerOptions } from '@temporalio/worker';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { createDecide } from '../activities/decide';
import { createResolveRevision } from '../activities/resolve-revision';
import { createRunOperation } from '../activities/run-operation';
import { DEFAULT_SETTINGS } from '../src/reconcile/snapshot';
import { ensureSearchAttributes } from '../src/client/search-attributes';
import { operationQueue, quickQueue, WORKFLOW_QUEUE } from '../workflows/messages';
import { createAdapters } from './adapters';
import { bundlePath } from './bundle-path';
import type { WorkerSettings } from './settings';

/** A worker that polls. `failed` rejects when it stops by itself. */
export interface RunningWorker {
  /** `grace`: running updates may finish within the grace period; `now`: they are interrupted gracefully at once. */
  stop(how: 'grace' | 'now'): Promise<void>;
  readonly failed: Promise<never>;
}

const FORCE_AFTER_MS = 120_000;

/** What a worker is put together from; tests replace a part to inject a fault. */
export interface WorkerParts {
  readonly adapters: typeof createAdapters;
  readonly decide: typeof createDecide;
}

const PARTS: WorkerParts = { adapters: createAdapters, decide: createDecide };

/** Connects, checks the search attributes, and polls the queues it was told. */
export async function startWorker(settings: WorkerSettings, parts: WorkerParts = PARTS): Promise<RunningWorker> {
  installRuntime(settings);
  const { connection, namespace } = await connect(settings);
  await ensureSearchAttributes(connection, namespace);
  const drain = new AbortController();
  const workers = await createWorkers(settings, { connection, namespace, drain: drain.signal, parts });
  const runs = workers.map((worker) => worker.run());
  const failed = new Promise<never>((_, reject) => {
    for (const run of runs) run.catch(reject);
  });
  failed.catch(() => undefined); // whoever holds the worker awaits it; without this a stop would end the process
  return { failed, stop: (how) => stop({ workers, runs, drain, connection }, how) };
}

interface Parts {
  readonly workers: readonly Worker[];
  readonly runs: readonly Promise<void>[];
  readonly drain: AbortController;
  readonly connection: NativeConnection;
}

async function stop({ workers, runs, drain, connection }: Parts, how: 'grace' | 'now'): Promise<void> {
  if (how === 'now') drain.abort();
  for (const worker of workers) {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  }
  const ends = await Promise.allSettled(runs);
  await connection.close();
  const bad = ends.find((end) => end.status === 'rejected');
  if (bad !== undefined) throw bad.reason;
}

function installRuntime(settings: WorkerSettings): void {
  if (installed) return;
  installed = true;
  const logger = new DefaultLogger(settings.logLevel, (entry) => {
    const { level, message, meta } = entry;
    if (message.startsWith('No workflows registered')) return; // operation queues have none, and that is right
    const line =
      settings.logFormat === 'json'
        ? JSON.stringify({ at: new Date().toISOString(), level, message, ...meta })
        : `${new Date().toISOString()} ${level} ${message}`;
    process.stderr.write(`${line}\n`);
  });
  // Signals belong to the entry point: it knows what to finish first, and what a second Ctrl-C means.
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
  });
}
let installed = false;

async function connect(settings: WorkerSettings): Promise<{ connection: NativeConnection; namespace: string }> {
  const { address: given } = settings.connection;
  // An embedded engine is reached as it is: a profile with an API key or TLS is meant for another server.
  const configured = given !== undefined && isLoopback(given) ? { connectionOptions: {} } : loadClientConnectConfig({});
  const address = settings.connection.address ?? configured.connectionOptions.address;
  const connection = await NativeConnection.connect({
    ...configured.connectionOptions,
    ...defined({ address }),
  });
  return { connection, namespace: settings.connection.namespace ?? configured.namespace ?? 'default' };
}

function isLoopback(address: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(address);
}

interface WorkerContext {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly drain: AbortSignal;
  readonly parts: WorkerParts;
}

async function createWorkers(settings: WorkerSettings, context: WorkerContext): Promise<Worker[]> {
  const common = {
    connection: context.connection,
    namespace: context.namespace,
    dataConverter: { payloadConverterPath: require.resolve('../workflows/payload-converter') },
    shutdownGraceTime: settings.gracePeriodMs,
    shutdownForceTime: settings.gracePeriodMs + FORCE_AFTER_MS,
  };
  const workers: Worker[] = [];
  if (settings.queues.includes('stackwright')) {
    workers.push(await createWorkflowWorker(settings, context.parts, common));
  }
  if (settings.queues.includes('pulumi')) workers.push(...(await createOperationWorkers(settings, context, common)));
  return workers;
}

type Common = Pick<
  WorkerOptions,
  'connection' | 'namespace' | 'dataConverter' | 'shutdownGraceTime' | 'shutdownForceTime'
>;

function createWorkflowWorker(settings: WorkerSettings, parts: WorkerParts, common: Common): Promise<Worker> {
  const codePath = bundlePath();
  return Worker.create({
    ...common,
    taskQueue: WORKFLOW_QUEUE,
    ...(codePath === undefined
      ? { workflowsPath: require.resolve('../workflows/index') }
      : { workflowBundle: { codePath } }),
    activities: {
      decide: parts.decide({
        minResyncMs: settings.minResyncSeconds * 1_000,
        continueAsNew: settings.continueAsNew ?? DEFAULT_SETTINGS.continueAsNew,
        heartbeatTimeoutMs: settings.heartbeatTimeoutMs,
        gracePeriodMs: DEFAULT_SETTINGS.gracePeriodMs,
      }),
    },
    // A dead worker's sticky queue delays the next signal by this much.
    stickyQueueScheduleToStartTimeout: '2 seconds',
    ...defined({ maxCachedWorkflows: settings.maxCachedWorkflows }),
  });
}

async function createOperationWorkers(
  settings: WorkerSettings,
  context: WorkerContext,
  common: Common,
): Promise<Worker[]> {
  const adapters = context.parts.adapters(settings, context);
  const operations = await Worker.create({
    ...common,
    taskQueue: operationQueue(settings.pool),
    activities: { runOperation: createRunOperation(adapters, context.drain) },
    maxConcurrentActivityTaskExecutions: settings.maxConcurrentUpdates,
    maxHeartbeatThrottleInterval: '2 seconds',
  });
  const lookups = await Worker.create({
    ...common,
    taskQueue: quickQueue(settings.pool),
    activities: { resolveRevision: createResolveRevision(adapters.sources) },
  });
  return [operations, lookups];
}
