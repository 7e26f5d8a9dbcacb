import { defined } from '../src/stack/defined';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { OperationDependencies } from '../activities/perform-operation';
import { createPulumi } from '../src/pulumi';
import { createSources } from '../src/source';
import { createLogStore, createStore } from '../src/store';
import { workflowIdOf, type StackId } from '../src/stack/stack-id';
import type { WorkerSettings } from './settings';

/** Builds everything that an operation needs, once (style 18). */
export function createAdapters(
  settings: WorkerSettings,
  temporal: { readonly connection: NativeConnection; readonly namespace: string },
): OperationDependencies {
  const client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
  return {
    pulumi: createPulumi({
      binary: settings.pulumi,
      cacheDir: join(settings.cacheDir, 'pulumi'),
      host: hostname(),
      engine: temporal.namespace,
      ambient: process.env,
    }),
    sources: createSources({
      cacheDir: join(settings.cacheDir, 'sources'),
      allowFile: settings.allowLocalSources,
      allowLocal: settings.allowLocalSources,
      node: process.execPath,
      npm: 'npm',
      ambient: process.env,
    }),
    store: createStore(join(settings.stateDir, 'store')),
    logs: createLogStore(join(settings.stateDir, 'logs'), settings.keepLogs),
    access: { allowEnv: settings.allowEnvRefs, allowFs: settings.allowFsRefs, environment: process.env },
    ...defined({ defaultBackend: settings.defaultBackend }),
    ...defined({ defaultPassphraseFile: settings.defaultPassphraseFile }),
    serves: (namespace) => settings.namespaces.length === 0 || settings.namespaces.includes(namespace),
    isAlive: (owner) => isRunning(client, owner),
  };
}

async function isRunning(client: Client, owner: StackId): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowIdOf(owner)).describe();
    return status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}
