import type { WorkflowService } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { TaskQueueType } = temporal.api.enums.v1;
const TYPES = {
  workflow: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;

/** One kind of task on one queue. */
export interface PolledQueue {
  readonly queue: string;
  readonly of: keyof typeof TYPES;
}

/** Who has polled a queue within the last minutes, as `pid@host`. */
export async function readPollers(
  service: WorkflowService,
  namespace: string,
  { queue, of }: PolledQueue,
): Promise<string[]> {
  const { pollers } = await service.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: TYPES[of],
  });
  return [...new Set(pollers.map(({ identity }) => identity ?? ''))].sort();
}
