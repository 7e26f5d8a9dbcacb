import { NotFoundError, waitFor, waitUntilGone, waitUntilServed, type StackDescription } from '../../../src/client';
import { FakeClient, memo, summary } from '../cli/fake-client';

const stack = { namespace: 'default', name: 'network' };
const quick = { timeoutMs: 60_000, everyMs: 1 };
const served = (token: string, outcome = 'succeeded'): StackDescription =>
  summary({ memo: memo({ served: [{ token, outcome, update: 'network-2' }] }) });

function seeing(...descriptions: StackDescription[]): FakeClient {
  return Object.assign(new FakeClient(), { descriptions });
}

describe('waitUntilServed (C2)', () => {
  it('finds its token in the memo, without a query', async () => {
    const client = seeing(summary(), served('t'));
    client.queryFault = new Error('queried');
    await expect(waitUntilServed(client, stack, 't', quick)).resolves.toEqual({
      outcome: 'succeeded',
      update: 'network-2',
    });
  });

  it('finds a token that the memo cut', async () => {
    const token = 'x'.repeat(200);
    const client = seeing(served(`${'x'.repeat(63)}…`, 'failed'));
    await expect(waitUntilServed(client, stack, token, quick)).resolves.toMatchObject({ outcome: 'failed' });
  });
});

describe('waitFor', () => {
  it('tells each look, and ends with the first answer', async () => {
    const seen: string[] = [];
    const client = seeing(summary({ mark: 'a' }), summary({ mark: 'b' }), summary({ mark: 'c' }));
    const judge = ({ mark }: StackDescription) => (mark === 'c' ? 'done' : undefined);
    const options = { ...quick, onLook: ({ mark }: StackDescription) => void seen.push(mark) };

    await expect(waitFor(client, stack, judge, options)).resolves.toBe('done');
    expect(seen).toEqual(['a', 'b']);
  });

  it('gives up when its time is over, and says how far it was', async () => {
    const waiting = waitFor(seeing(summary()), stack, () => undefined, { timeoutMs: 2, everyMs: 1 });
    await expect(waiting).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      message: 'it is Ready (ProcessingCompleted): the stack is as declared',
    });
  });

  it('ends with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(waitFor(seeing(summary()), stack, () => undefined, { ...quick, signal })).rejects.toThrow('stop');
  });
});

describe('waitUntilGone', () => {
  it('ends when the Stack does not exist any more', async () => {
    const client = Object.assign(new FakeClient(), { fault: new NotFoundError('gone') });
    await expect(waitUntilGone(client, stack, quick)).resolves.toBeUndefined();
  });

  it('passes on any other fault', async () => {
    const client = Object.assign(new FakeClient(), { fault: new Error('broken') });
    await expect(waitUntilGone(client, stack, quick)).rejects.toThrow('broken');
  });
});
