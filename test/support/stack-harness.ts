import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import type { Explanation, KubeEvent, StackStatus } from '../../src/stack/status';
import { workflowIdOf } from '../../src/stack/stack-id';
import { ensureSearchAttributes } from '../../src/client/search-attributes';
import { createDecide } from '../../activities/decide';
import { createAdapters } from '../../worker/adapters';
import { startWorker, type RunningWorker } from '../../worker/run-worker';
import type { WorkerSettings } from '../../worker/settings';
import { WORKFLOW_QUEUE, WORKFLOW_TYPE, type SignalName } from '../../workflows/messages';
import { eventually } from './eventually';
import { ScriptedAdapters } from './scripted-adapters';

/** Settings under which time-related tests are quick; a case states only its difference. */
export function workerSettings(difference: Partial<WorkerSettings> = {}): WorkerSettings {
  return {
    connection: {},
    queues: ['stackwright', 'pulumi'],
    namespaces: [],
    minResyncSeconds: 1,
    allowLocalSources: true,
    allowEnvRefs: false,
    allowFsRefs: false,
    maxConcurrentUpdates: 50,
    gracePeriodMs: 0,
    heartbeatTimeoutMs: 10_000,
    cacheDir: join(tmpdir(), 'stackwright-test'),
    keepLogs: 10,
    stateDir: join(tmpdir(), 'stackwright-test'),
    logFormat: 'json',
    logLevel: 'ERROR',
    pulumi: 'pulumi',
    ...difference,
  };
}

/** A Temporal namespace of its own on the tests' real server, a real worker, and scripted operations. */
export class StackHarness {
  readonly adapters = new ScriptedAdapters();
  private worker: RunningWorker | undefined;
  /** Replaced by tests that need decisions to be slow, or to fail. */
  decide: typeof createDecide = createDecide;
  /** Real sources and the real Pulumi CLI in place of the script. */
  private real = false;

  private constructor(
    readonly client: Client,
    readonly settings: WorkerSettings,
  ) {}

  static async start(
    difference: Partial<WorkerSettings> = {},
    address = process.env.STACKWRIGHT_TEST_TEMPORAL,
  ): Promise<StackHarness> {
    if (address === undefined) throw new Error('no Temporal server: run through `npm test`, which starts one');
    const namespace = `test-${randomUUID().slice(0, 8)}`;
    const connection = await Connection.connect({ address });
    await createNamespace(connection, namespace);
    const client = new Client({
      connection,
      namespace,
      dataConverter: { payloadConverterPath: require.resolve('../../workflows/payload-converter') },
    });
    const harness = new StackHarness(client, workerSettings({ ...difference, connection: { address, namespace } }));
    harness.real = difference.pulumi !== undefined;
    await harness.startWorker();
    return harness;
  }

  async startWorker(): Promise<void> {
    this.worker = await startWorker(this.settings, {
      adapters: this.real ? createAdapters : this.adapters.create,
      decide: (settings) => this.decide(settings),
    });
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop('now');
    this.worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.client.connection.close();
  }

  /** A Stack of its own name, so that tests of a suite keep apart. */
  stack(prefix = 'stack'): StackUnderTest {
    return new StackUnderTest(this, `${prefix}-${randomUUID().slice(0, 8)}`);
  }
}

/** One Stack as a client sees it, by raw signals and queries. */
export class StackUnderTest {
  readonly id: string;
  readonly handle: WorkflowHandle;

  constructor(
    readonly harness: StackHarness,
    readonly name: string,
  ) {
    this.id = workflowIdOf({ namespace: 'default', name });
    this.handle = harness.client.workflow.getHandle(this.id);
  }

  async apply(spec: Record<string, unknown> = {}): Promise<void> {
    await this.harness.client.workflow.signalWithStart(WORKFLOW_TYPE, {
      workflowId: this.id,
      taskQueue: WORKFLOW_QUEUE,
      args: [],
      signal: 'apply',
      signalArgs: [{ spec: { stack: 'dev', programRef: { name: 'program' }, ...spec }, origin: 'direct' }],
    });
  }

  signal(name: SignalName, payload?: unknown): Promise<void> {
    return this.handle.signal(name, payload);
  }

  status(): Promise<StackStatus> {
    return this.handle.query<StackStatus>('status');
  }

  explain(): Promise<Explanation> {
    return this.handle.query<Explanation>('explain');
  }

  events(): Promise<KubeEvent[]> {
    return this.handle.query<KubeEvent[]>('events');
  }

  calls() {
    return this.harness.adapters.callsOf(this.name);
  }

  /** Waits for a status that fits, by query. */
  until(what: string, fits: (status: StackStatus) => boolean, ms = 60_000): Promise<StackStatus> {
    // without a cache each query replays the whole history: asking all the time would be all that the worker does
    const everyMs = this.harness.settings.maxCachedWorkflows === 0 ? 400 : 20;
    const probe = async (): Promise<StackStatus | undefined> => {
      const status = await this.status();
      return fits(status) ? status : undefined;
    };
    return eventually(`${this.name}: ${what}`, probe, ms, everyMs);
  }

  untilPhase(phase: StackStatus['phase'], ms?: number): Promise<StackStatus> {
    return this.until(`phase ${phase}`, (s) => s.phase === phase, ms);
  }
}

async function createNamespace(connection: Connection, namespace: string): Promise<void> {
  const seconds = 86_400;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds } as never,
  });
  await eventually(`namespace ${namespace}`, async () => {
    await ensureSearchAttributes(connection, namespace);
    return true;
  });
}
