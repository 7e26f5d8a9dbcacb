import type { WorkflowExecutionInfo } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, type TypedSearchAttributes } from '@temporalio/common';
import { defined } from '../stack/defined';
import type { Phase } from '../stack/reasons';
import { stackIdOf } from '../stack/stack-id';
import type { StackMemo } from '../stack/status';
import type { StackSummary } from './stack-client';

const { BOOL, DATETIME, INT, KEYWORD } = SearchAttributeType;
const keys = {
  phase: defineSearchAttributeKey('StackPhase', KEYWORD),
  reason: defineSearchAttributeKey('StackReason', KEYWORD),
  ready: defineSearchAttributeKey('StackReady', BOOL),
  suspended: defineSearchAttributeKey('StackSuspended', BOOL),
  failures: defineSearchAttributeKey('StackFailures', INT),
  pool: defineSearchAttributeKey('StackPool', KEYWORD),
  lastSuccess: defineSearchAttributeKey('StackLastSuccess', DATETIME),
  nextRun: defineSearchAttributeKey('StackNextRun', DATETIME),
};

/** Reads what a list or a description tells; undefined when the workflow is no Stack's. */
export function summaryOf(info: Omit<WorkflowExecutionInfo, 'raw'>): StackSummary | undefined {
  const id = stackIdOf(info.workflowId);
  if (id === undefined) return undefined;
  const memo = memoOf(info.memo);
  return {
    id,
    startedAt: info.startTime.getTime(),
    ...storyOf(info.typedSearchAttributes, memo),
    ...countsOf(info.typedSearchAttributes),
    ...defined({ memo }),
    mark: `${info.runId}/${info.historyLength}`,
  };
}

/** Attributes are written with every decision, the memo is not: so they go first. */
function storyOf(shown: TypedSearchAttributes, memo: StackMemo | undefined) {
  return {
    phase: (shown.get(keys.phase) as Phase | undefined) ?? memo?.phase ?? 'Pending',
    ready: shown.get(keys.ready) ?? memo?.ready ?? false,
    reason: shown.get(keys.reason) ?? memo?.reason ?? '',
  };
}

function countsOf(shown: TypedSearchAttributes) {
  return {
    suspended: shown.get(keys.suspended) ?? false,
    failures: shown.get(keys.failures) ?? 0,
    ...defined({
      pool: shown.get(keys.pool),
      lastSuccess: shown.get(keys.lastSuccess)?.getTime(),
      nextRun: shown.get(keys.nextRun)?.getTime(),
    }),
  };
}

/** A memo of some other program's making is none. */
function memoOf(memo: Readonly<Record<string, unknown>> | undefined): StackMemo | undefined {
  const stack = memo?.stack;
  return typeof stack === 'object' && stack !== null && 'phase' in stack ? (stack as StackMemo) : undefined;
}
