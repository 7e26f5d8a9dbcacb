import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { StackMemo } from '../../src/stack/status';
import { workflowIdOf } from '../../src/stack/stack-id';
import { createStore } from '../../src/store';
import { ensureSearchAttributes } from '../../src/client';
import { startWorker } from '../../worker/run-worker';
import { WORKFLOW_QUEUE, WORKFLOW_TYPE } from '../../workflows/messages';
import { workerSettings } from '../support/stack-harness';
import { startTemporal, stopTemporal } from '../support/temporal-server';

export const PROGRAM = {
  resources: { note: { type: 'pulumi:Stash', properties: { input: 'hello' } } },
  outputs: { note: '${note.output}' },
};

/** A server, a worker and a backend of the bench's own, in one throw-away directory. */
export async function startEngine() {
  const root = await mkdtemp(join(tmpdir(), 'stackwright-bench-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.reverse()) await step();
  };
  try {
    await mkdir(join(root, 'backend'));
    await writeFile(join(root, 'passphrase'), 'bench', { mode: 0o600 });
    await createStore(join(root, 'state', 'store')).putProgram('default', 'bench', PROGRAM);
    const server = await startTemporal();
    undo.push(() => stopTemporal(server));
    const connection = await Connection.connect({ address: server.address });
    undo.push(() => connection.close());
    await ensureSearchAttributes(connection, 'default');
    const settings = workerSettings({
      connection: { address: server.address, namespace: 'default' },
      pulumi: process.env.STACKWRIGHT_PULUMI ?? 'pulumi',
      cacheDir: join(root, 'cache'),
      stateDir: join(root, 'state'),
      defaultBackend: `file://${join(root, 'backend')}`,
      defaultPassphraseFile: join(root, 'passphrase'),
      maxConcurrentUpdates: 2,
    });
    const worker = await startWorker(settings);
    undo.push(() => worker.stop('now'));
    const client = new Client({
      connection,
      dataConverter: { payloadConverterPath: require.resolve('../../workflows/payload-converter') },
    });
    return { root, stop, stack: (name: string) => new BenchStack(client, name) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One Stack of the bench's program; waits by memo, as clients do on hot paths. */
export class BenchStack {
  constructor(
    private readonly client: Client,
    readonly name: string,
  ) {}

  private get handle() {
    return this.client.workflow.getHandle(workflowIdOf({ namespace: 'default', name: this.name }));
  }

  async apply(): Promise<void> {
    await this.client.workflow.signalWithStart(WORKFLOW_TYPE, {
      workflowId: workflowIdOf({ namespace: 'default', name: this.name }),
      taskQueue: WORKFLOW_QUEUE,
      args: [],
      signal: 'apply',
      signalArgs: [
        { origin: 'direct', spec: { stack: this.name, programRef: { name: 'bench' }, destroyOnFinalize: true } },
      ],
    });
  }

  signal(name: string, payload: unknown): Promise<void> {
    return this.handle.signal(name, payload);
  }

  async until(fits: (memo: StackMemo | undefined, status: string) => boolean): Promise<void> {
    for (;;) {
      const { memo, status } = await this.handle.describe();
      if (fits(memo?.stack as StackMemo | undefined, status.name)) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async historyLength(): Promise<number> {
    return (await this.handle.describe()).historyLength;
  }

  /** Milliseconds from each request's signal to the start of the operation that served it. */
  async startDelays(): Promise<number[]> {
    const { events = [] } = await this.handle.fetchHistory();
    const delays: number[] = [];
    let asked: number | undefined;
    for (const event of events ?? []) {
      const at = Number(event.eventTime?.seconds) * 1_000 + (event.eventTime?.nanos ?? 0) / 1e6;
      if (event.workflowExecutionSignaledEventAttributes?.signalName === 'reconcile') asked = at;
      const started = event.activityTaskScheduledEventAttributes?.activityType?.name === 'runOperation';
      if (started && asked !== undefined) delays.push(at - asked);
      if (started) asked = undefined;
    }
    return delays;
  }
}
