import { progressText } from '../../../../src/cli/print/progress';
import { memo, NOW, summary } from '../fake-client';

const head = 'stack/default/network: ';
const running = { phase: 'Running', ready: false, reason: 'StackProcessing' } as const;
const operation = { operation: 'up', state: 'running', attempt: 1 } as const;

describe('progressText (E2)', () => {
  it.each([
    { when: 'nothing was decided yet', seen: { phase: 'Pending', reason: '' }, says: 'waiting for the first decision' },
    { when: 'it idles', seen: {}, says: 'Ready: the stack is as declared' },
    { when: 'the memo is older than the phase', seen: { ...running, memo: memo() }, says: 'Running' },
    { when: 'an attempt starts', seen: { ...running, operation }, says: 'Running: up, starting' },
    {
      when: 'the source is fetched',
      seen: { ...running, operation: { ...operation, progress: { phase: 'source', done: 0 } } },
      says: 'Running: up, fetching the source',
    },
    {
      when: 'resources are made',
      seen: { ...running, operation: { ...operation, attempt: 2, progress: { phase: 'pulumi', done: 3, total: 9 } } },
      says: 'Running: attempt 2 of up, 3 of 9 resources',
    },
    {
      when: 'it backs off',
      seen: {
        phase: 'BackingOff',
        operation: {
          operation: 'up',
          state: 'waiting',
          attempt: 3,
          nextAttemptAt: NOW + 90_000,
          lastFailure: { type: 'provider', message: 'quota exceeded\nat line 1' },
        },
      },
      says: 'BackingOff: attempt 3 of up in 1m; the last one failed: quota exceeded',
    },
    {
      when: 'no worker is free',
      seen: { ...running, operation: { operation: 'up', state: 'waiting', attempt: 1, nextAttemptAt: NOW - 5_000 } },
      says: 'Running: up waits for a free worker',
    },
    {
      when: 'it is being interrupted',
      seen: { ...running, operation: { operation: 'destroy', state: 'stopping', attempt: 1 } },
      says: 'Running: destroy is being interrupted',
    },
  ] as const)('says it when $when', ({ seen, says }) => {
    expect(progressText(summary(seen), NOW)).toBe(`${head}${says}`);
  });
});
