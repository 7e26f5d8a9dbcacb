import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/bundle';
import type { StackUnderTest } from './stack-harness';

let bundle: Promise<string> | undefined;

/** Today's workflow code, bundled once for a suite. */
export async function todaysBundle(): Promise<WorkflowBundle> {
  bundle ??= bundleWorkflows();
  return { code: await bundle };
}

/** Histories of all runs of a Stack, the newest first, as replay takes them. */
export async function historiesOf(stack: StackUnderTest) {
  const { client } = stack.harness;
  const histories = [];
  for await (const info of client.workflow.list({ query: `WorkflowId="${stack.id}"` })) {
    const handle = client.workflow.getHandle(info.workflowId, info.runId);
    histories.push({ workflowId: stack.id, history: await handle.fetchHistory() });
  }
  return histories;
}

type Histories = Awaited<ReturnType<typeof historiesOf>>;

/** Replays histories on the given code; answers with what went wrong, by workflow. */
export async function replay(workflowBundle: WorkflowBundle, histories: Histories): Promise<string[]> {
  const options = {
    workflowBundle,
    dataConverter: { payloadConverterPath: require.resolve('../../workflows/payload-converter') },
  };
  const errors: string[] = [];
  for await (const result of Worker.runReplayHistories(options, histories)) {
    if (result.error !== undefined) errors.push(`${result.workflowId}: ${result.error.message}`);
  }
  return errors;
}
