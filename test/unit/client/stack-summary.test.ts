import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import { summaryOf } from '../../../src/client/stack-summary';
import { memo } from '../cli/fake-client';

type Info = Parameters<typeof summaryOf>[0];

const attributes = [
  { key: defineSearchAttributeKey('StackPhase', SearchAttributeType.KEYWORD), value: 'Running' },
  { key: defineSearchAttributeKey('StackReason', SearchAttributeType.KEYWORD), value: 'StackProcessing' },
  { key: defineSearchAttributeKey('StackReady', SearchAttributeType.BOOL), value: false },
  { key: defineSearchAttributeKey('StackFailures', SearchAttributeType.INT), value: 2 },
  { key: defineSearchAttributeKey('StackNextRun', SearchAttributeType.DATETIME), value: new Date(5_000) },
];

const info = (difference: Partial<Info> = {}): Info =>
  ({
    workflowId: 'stack/default/network',
    runId: 'run',
    historyLength: 7,
    startTime: new Date(1_000),
    memo: { stack: memo() },
    typedSearchAttributes: new TypedSearchAttributes(attributes),
    ...difference,
  }) as Info;

describe('summaryOf', () => {
  it('believes attributes before the memo, which is not written when a run begins', () => {
    expect(summaryOf(info())).toEqual({
      id: { namespace: 'default', name: 'network' },
      startedAt: 1_000,
      phase: 'Running',
      ready: false,
      reason: 'StackProcessing',
      memo: memo(),
      suspended: false,
      failures: 2,
      nextRun: 5_000,
      mark: 'run/7',
    });
  });

  it.each([undefined, {}, { stack: 'text' }, { stack: null }, { stack: { $undecodable: 'x' } }])(
    'is Pending before the first decision, whatever the memo holds: %j',
    (odd) => {
      const summary = summaryOf(info({ memo: odd as never, typedSearchAttributes: new TypedSearchAttributes([]) }));
      expect(summary).toMatchObject({ phase: 'Pending', ready: false, reason: '' });
    },
  );

  it('is none for a workflow with another kind of id', () => {
    expect(summaryOf(info({ workflowId: 'something/else' }))).toBeUndefined();
  });
});
