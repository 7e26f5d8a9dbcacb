import { setTimeout as delay } from 'node:timers/promises';
import { createDecide } from '../../activities/decide';
import { historiesOf, replay, todaysBundle } from '../support/replay';
import { bad, good } from '../support/scripted-adapters';
import { quickRetries } from '../support/specs';
import { StackHarness, type StackUnderTest } from '../support/stack-harness';

const RETRY_MS = 300;

/** What arrives around the instant at which a backed-off attempt starts again. */
async function race(stack: StackUnderTest, offsetMs: number): Promise<void> {
  stack.harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call === 1 ? bad() : good));
  await stack.apply({ retryPolicy: { initialIntervalSeconds: RETRY_MS / 1_000, jitter: 0 } });
  await stack.until('it backs off', (s) => s.phase === 'BackingOff' || s.phase === 'Ready');
  await delay(Math.max(0, RETRY_MS - 60 + offsetMs));
  await Promise.all([stack.apply({ config: { changed: 'yes' } }), stack.signal('reconcile', { token: 'race' })]);
}

/** A person's Web UI, only more so: queries all the time are what finds histories that do not replay. */
async function queryUntil(stack: StackUnderTest, everyMs: number, over: () => boolean): Promise<void> {
  while (!over()) {
    await stack.handle.query('status').catch(() => undefined); // before its first task a workflow cannot be asked
    await delay(everyMs);
  }
}

async function settled(stack: StackUnderTest): Promise<void> {
  await stack.until(
    'the newest input is served',
    (s) =>
      s.phase === 'Ready' &&
      s.observedGeneration === 2 &&
      s.reconcileRequests.some((r) => r.token === 'race' && r.outcome !== undefined),
    60_000,
  );
}

describe.each([
  { name: 'with the usual cache', difference: {}, racers: 40, everyMs: 10 },
  {
    name: 'with no cached workflow, so that each task replays',
    difference: { maxCachedWorkflows: 0 },
    racers: 6,
    everyMs: 500,
  },
])('new input at the retry instant, under constant queries, $name', ({ difference, racers, everyMs }) => {
  let harness: StackHarness;
  let stacks: StackUnderTest[];
  beforeAll(async () => {
    harness = await StackHarness.start(difference);
    stacks = Array.from({ length: racers }, () => harness.stack('race'));
  });
  afterAll(() => harness.stop());

  it('always gives exactly one run of the newest input, and no overlap (H3)', async () => {
    let over = false;
    const queries = stacks.map((s) => queryUntil(s, everyMs, () => over));
    try {
      await Promise.all(
        stacks.map(async (stack, i) => {
          await race(stack, (i * 130) / racers);
          await settled(stack);
        }),
      );
    } finally {
      over = true;
      await Promise.all(queries);
    }
    expect(harness.adapters.overlaps).toEqual([]);
    for (const stack of stacks) {
      expect(stack.calls().filter((c) => c.request.generation === 2)).toHaveLength(1);
    }
  });

  it('leaves histories that replay on the same code, every one (I5)', async () => {
    const histories = (await Promise.all(stacks.map(historiesOf))).flat();
    expect(histories.length).toBeGreaterThanOrEqual(racers);
    expect(await replay(await todaysBundle(), histories)).toEqual([]);
  });
});

describe('what arrives while a decision is being taken', () => {
  let harness: StackHarness;
  beforeAll(async () => {
    harness = await StackHarness.start();
    await harness.stopWorker();
    harness.decide = (settings) => async (snapshot) => {
      await delay(300);
      return createDecide(settings)(snapshot);
    };
    await harness.startWorker();
  });
  afterAll(() => harness.stop());

  it('wakes the loop again: the end of an operation, a signal, a question (A4)', async () => {
    const stacks = Array.from({ length: 12 }, () => harness.stack('slow'));
    await Promise.all(
      stacks.map(async (stack, i) => {
        harness.adapters.script(stack.name, async (_run, call) => {
          await delay(i * 25);
          return call === 1 ? bad() : good;
        });
        await stack.apply(quickRetries);
        await delay(i * 40);
        await stack.signal('reconcile', { token: 'race' });
        await stack.until(
          'served',
          (s) => s.phase === 'Ready' && s.reconcileRequests[0]?.outcome !== undefined,
          60_000,
        );
      }),
    );
    expect(harness.adapters.overlaps).toEqual([]);
    const histories = (await Promise.all(stacks.map(historiesOf))).flat();
    expect(await replay(await todaysBundle(), histories)).toEqual([]);
  });
});

describe('when decide itself fails', () => {
  it('the Stack says InternalError, keeps its inbox, and goes on when it is mended (A5)', async () => {
    const harness = await StackHarness.start();
    await harness.stopWorker();
    let broken = true;
    harness.decide = (settings) => (snapshot) => {
      if (broken) return Promise.reject(new Error('the rules are broken'));
      return createDecide(settings)(snapshot);
    };
    await harness.startWorker();
    const stack = harness.stack();
    await stack.apply();
    await stack.until('it says so', (s) => s.warnings.some((w) => w.includes('the rules are broken')));
    expect((await stack.explain()).decision).toMatchObject({ reason: 'InternalError' });
    broken = false;
    await stack.signal('reconcile', { token: 'kept' });
    await stack.untilPhase('Ready');
    expect((await stack.status()).reconcileRequests).toMatchObject([{ token: 'kept', state: 'served' }]);
    expect(await replay(await todaysBundle(), await historiesOf(stack))).toEqual([]);
    await harness.stop();
  });
});

describe('continue-as-new under load', () => {
  it('loses no token and no timer (C6, I4)', async () => {
    const harness = await StackHarness.start({ continueAsNew: { events: 80, bytes: 1_000_000, signals: 2_000 } });
    const stack = harness.stack();
    harness.adapters.script(stack.name, async (_run, call) => {
      await delay(50);
      return call % 7 === 3 ? bad() : good;
    });
    await stack.apply({ ...quickRetries, continueResyncOnCommitMatch: true, resyncFrequencySeconds: 1 });
    for (let i = 0; i < 120; i++) {
      await stack.signal('reconcile', { token: `t${i}` });
      await delay(20);
    }
    const status = await stack.until(
      'the last token is served',
      (s) => s.reconcileRequests.some((r) => r.token === 't119' && r.outcome !== undefined),
      60_000,
    );
    expect(status.observedReconcileRequest).toBe('t119');
    const histories = await historiesOf(stack);
    expect(histories.length).toBeGreaterThan(2);
    expect(harness.adapters.overlaps).toEqual([]);
    await stack.handle.terminate();
    expect(await replay(await todaysBundle(), histories.slice(1))).toEqual([]);
    await harness.stop();
  });

  it('takes 1,000 tokens of 10 clients, and serves the newest (C6)', async () => {
    const harness = await StackHarness.start();
    const stack = harness.stack();
    await stack.apply();
    await stack.untilPhase('Ready');
    await Promise.all(
      Array.from({ length: 10 }, async (_, client) => {
        for (let i = 0; i < 100; i++) await stack.signal('reconcile', { token: `${client}-${i}` });
      }),
    );
    const last = await stack.until(
      'nothing waits',
      (s) => s.reconcileRequests.length > 0 && s.reconcileRequests.every((r) => r.outcome !== undefined),
      90_000,
    );
    expect(last.phase).toBe('Ready');
    const seen = Array.from({ length: 10 }, (_, client) => `${client}-99`);
    expect(last.reconcileRequests.some((r) => seen.includes(r.token))).toBe(true);
    await harness.stop();
  });
});
