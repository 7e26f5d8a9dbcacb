import { fastForward } from '../support/fast-forward';
import { StackHarness, type StackUnderTest } from '../support/stack-harness';

let harness: StackHarness;
beforeAll(async () => {
  harness = await StackHarness.start();
});
afterAll(() => harness.stop());

function skip(stack: StackUnderTest, seconds: number, calls: number): Promise<void> {
  return fastForward(harness.client, stack.id, seconds, async () => {
    const { currentUpdate } = await stack.status();
    return stack.calls().length >= calls && currentUpdate === undefined;
  });
}

describe('durable timers', () => {
  it('carry the resync, deadline by deadline, and leave Ready alone (D1, J1)', async () => {
    const stack = harness.stack();
    await stack.apply({ continueResyncOnCommitMatch: true, resyncFrequencySeconds: 3_600 });
    const first = await stack.untilPhase('Ready');
    for (let n = 2; n <= 6; n++) await skip(stack, 3_601, n);
    const status = await stack.until('settled', (s) => s.next?.at !== undefined);
    expect(stack.calls().map((c) => c.request.cause)).toEqual(['created', ...Array<string>(5).fill('resync')]);
    expect(status.conditions).toMatchObject([
      { type: 'Ready', lastTransitionTime: first.conditions[0]?.lastTransitionTime },
    ]);
    await stack.handle.terminate();
  });

  it('carry the look for a new commit, which runs at once when there is one (D2)', async () => {
    const stack = harness.stack();
    await stack.apply({
      programRef: undefined,
      projectRepo: 'https://git.example/infra.git',
      branch: 'main',
      resyncFrequencySeconds: 600,
    });
    await stack.untilPhase('Ready');
    harness.adapters.revision = 'main@sha1:2222222222222222222222222222222222222222';
    await skip(stack, 601, 2);
    const status = await stack.untilPhase('Ready');
    expect(status.lastUpdate).toMatchObject({ cause: 'revisionChanged', lastSuccessfulCommit: '2'.repeat(40) });
    await stack.handle.terminate();
  });

  it('end a suspension that has an end (K1)', async () => {
    const stack = harness.stack();
    await stack.apply();
    await stack.untilPhase('Ready');
    await stack.signal('suspend', { until: '2h' });
    await stack.untilPhase('Suspended');
    await skip(stack, 7_201, 2);
    expect((await stack.untilPhase('Ready')).lastUpdate?.cause).toBe('resumed');
  });

  it('give up after an hour on a Stack that nobody applied (A1)', async () => {
    const stack = harness.stack();
    await harness.client.workflow.start('stack', { workflowId: stack.id, taskQueue: 'stackwright', args: [] });
    await stack.untilPhase('Pending');
    await fastForward(
      harness.client,
      stack.id,
      3_601,
      async () => (await stack.handle.describe()).status.name === 'COMPLETED',
    ).catch((error: unknown) => {
      if (!String(error).includes('ended before')) throw error;
    });
    expect((await stack.handle.describe()).status.name).toBe('COMPLETED');
  });
});
