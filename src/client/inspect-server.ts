import type { ConnectionLike, WorkflowService } from '@temporalio/client';
import { operationQueue, quickQueue, WORKFLOW_QUEUE } from '../../workflows/messages';
import { readPollers, type PolledQueue } from './pollers';
import { readSearchAttributeFaults } from './search-attributes';
import type { ServerReport } from './server-report';

const QUEUES: readonly PolledQueue[] = [
  { queue: WORKFLOW_QUEUE, of: 'workflow' },
  { queue: operationQueue(), of: 'activity' },
  { queue: quickQueue(), of: 'activity' },
];

/** Asks a server for its version and for what Stacks need of it; rejects when the namespace does not exist. */
export async function inspectServer(connection: ConnectionLike, namespace: string): Promise<ServerReport> {
  const { workflowService } = connection;
  const { serverVersion } = await workflowService.getSystemInfo({});
  await workflowService.describeNamespace({ namespace });
  return {
    serverVersion,
    searchAttributes: await attributesOf(connection, namespace),
    pollers: await Promise.all(QUEUES.map((queue) => pollersOf(workflowService, namespace, queue))),
  };
}

async function pollersOf(service: WorkflowService, namespace: string, queue: PolledQueue) {
  return { queue: queue.queue, identities: await readPollers(service, namespace, queue) };
}

/** Not every server lets its clients look: then the report says so, and the rest of it stands. */
async function attributesOf(connection: ConnectionLike, namespace: string): Promise<ServerReport['searchAttributes']> {
  try {
    return await readSearchAttributeFaults(connection, namespace);
  } catch (error) {
    return { unknown: error instanceof Error ? error.message : String(error) };
  }
}
