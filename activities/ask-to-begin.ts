import type { Context } from '@temporalio/activity';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { BEGIN_ATTEMPT, type BeginAttemptAnswer, type BeginAttemptMessage } from '../workflows/messages';

const ANSWER_MS = 20_000;
const AGAIN_MS = 2_000;

/**
 * Every attempt after the first asks its workflow before it spawns anything (H3). A workflow that refuses the question
 * does not know this attempt any more: it ends quietly. One that cannot answer in time costs a short, uncounted retry.
 */
export async function askToBegin(ctx: Context): Promise<BeginAttemptAnswer> {
  const { activityId, attempt, workflowExecution } = ctx.info;
  if (workflowExecution === undefined) return { go: true, failures: 0 };
  const { workflowId, runId } = workflowExecution;
  const handle = ctx.client.workflow.getHandle(workflowId, runId);
  try {
    return await ctx.client.withDeadline(Date.now() + ANSWER_MS, () =>
      handle.executeUpdate<BeginAttemptAnswer, [BeginAttemptMessage]>(BEGIN_ATTEMPT, {
        args: [{ id: activityId, attempt }],
        updateId: `${activityId}/${attempt}/${ctx.info.currentAttemptScheduledTimestampMs}`,
      }),
    );
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError)
      return { go: false, reason: 'the workflow does not know this attempt' };
    throw ApplicationFailure.create({
      type: 'BeginAttemptUnanswered',
      message: `the workflow did not answer whether to begin: ${error instanceof Error ? error.message : String(error)}`,
      nextRetryDelay: AGAIN_MS,
      category: 'BENIGN',
      ...(error instanceof Error ? { cause: error } : {}),
    });
  }
}
