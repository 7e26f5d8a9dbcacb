import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import Long from 'long';

const COMPLETED = 2;
const FAILED = 3;

/** Moves the clock of one workflow to just past its next deadline, and waits until `until` holds: timers fire a moment later. */
export async function fastForward(
  client: Client,
  workflowId: string,
  seconds: number,
  until: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  const id = randomUUID();
  const { namespace } = client.options;
  const workflowExecution = { workflowId };
  await client.workflowService.updateWorkflowExecutionOptions({
    namespace,
    workflowExecution,
    identity: 'fast-forward',
    updateMask: { paths: ['time_skipping_config'] },
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        maxSessionSkipCount: 1_000_000,
        fastForwardConfig: { id, duration: { seconds: Long.fromNumber(Math.floor(seconds)), nanos: 0 } },
      },
    },
  });
  await skipped(client, { workflowId, id, deadline });
  for (;;) {
    if (await until().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`fast-forward of ${workflowId}: the expected state was not reached`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function skipped(client: Client, skip: { workflowId: string; id: string; deadline: number }): Promise<void> {
  const { namespace } = client.options;
  for (;;) {
    const answer = await client.withDeadline(skip.deadline, () =>
      client.workflowService.pollWorkflowExecutionTimeSkipping({
        namespace,
        workflowExecution: { workflowId: skip.workflowId },
        fastForwardId: skip.id,
      }),
    );
    const result = answer.fastForwardPollingResult as number;
    if (result === COMPLETED) return;
    if (result === FAILED) throw new Error(`fast-forward of ${skip.workflowId}: ${answer.failedReason}`);
  }
}
