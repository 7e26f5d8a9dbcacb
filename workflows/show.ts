import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { upsertMemo, upsertSearchAttributes } from '@temporalio/workflow';
import type { Decision } from '../src/reconcile/decision';
import type { ShownAttributes, StackState } from '../src/reconcile/state';

const keys = {
  phase: defineSearchAttributeKey('StackPhase', SearchAttributeType.KEYWORD),
  reason: defineSearchAttributeKey('StackReason', SearchAttributeType.KEYWORD),
  namespace: defineSearchAttributeKey('StackNamespace', SearchAttributeType.KEYWORD),
  pool: defineSearchAttributeKey('StackPool', SearchAttributeType.KEYWORD),
  ready: defineSearchAttributeKey('StackReady', SearchAttributeType.BOOL),
  suspended: defineSearchAttributeKey('StackSuspended', SearchAttributeType.BOOL),
  failures: defineSearchAttributeKey('StackFailures', SearchAttributeType.INT),
  lastSuccess: defineSearchAttributeKey('StackLastSuccess', SearchAttributeType.DATETIME),
  nextRun: defineSearchAttributeKey('StackNextRun', SearchAttributeType.DATETIME),
};

/** Writes memo and search attributes, each only when the recorded decision changed what they show. */
export function show(state: StackState, decision: Pick<Decision, 'changed'>): void {
  if (decision.changed.memo !== undefined) upsertMemo({ stack: state.memo });
  if (decision.changed.attributes !== undefined) upsertSearchAttributes(pairsOf(decision.changed.attributes));
}

function pairsOf(shown: ShownAttributes) {
  const moment = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  return [
    { key: keys.phase, value: shown.phase },
    { key: keys.reason, value: shown.reason },
    { key: keys.namespace, value: shown.namespace },
    { key: keys.pool, value: shown.pool ?? null },
    { key: keys.ready, value: shown.ready },
    { key: keys.suspended, value: shown.suspended },
    { key: keys.failures, value: shown.failures },
    { key: keys.lastSuccess, value: moment(shown.lastSuccess) },
    { key: keys.nextRun, value: moment(shown.nextRun) },
  ];
}
