import { parseStackSpec } from '../../../src/stack/spec';
import { backoffMs, jittered } from '../../../src/reconcile/backoff';
import { rawSpec, Simulation, START } from '../../support/simulation';

function specOf(difference: Record<string, unknown>) {
  const parsed = parseStackSpec(rawSpec(difference), {
    origin: 'direct',
    namespace: 'default',
    stackName: 'network',
    minResyncSeconds: 60,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.spec;
}

describe('the delay before the next try', () => {
  it.each([
    { failures: 0, want: 10_000 },
    { failures: 1, want: 30_000 },
    { failures: 2, want: 90_000 },
    { failures: 5, want: 2_430_000 },
    { failures: 6, want: 3_600_000 },
    { failures: 5_000, want: 3_600_000 },
  ])('is $want ms after $failures failures: 10 s, factor 3, at most an hour (H1)', ({ failures, want }) => {
    expect(backoffMs(specOf({}), failures)).toBe(want);
  });

  it('follows retryPolicy and retryMaxBackoffDurationSeconds (H1)', () => {
    const spec = specOf({
      retryPolicy: { initialIntervalSeconds: 2, backoffCoefficient: 2 },
      retryMaxBackoffDurationSeconds: 9,
    });
    expect([0, 1, 2, 3].map((n) => backoffMs(spec, n))).toEqual([2_000, 4_000, 8_000, 9_000]);
  });

  it('is spread by jitter and never 0, which Temporal reads as never (H1)', () => {
    expect(jittered(10_000, 0.1, 0)).toBe(10_000);
    expect(jittered(10_000, 0.1, 0.999_999)).toBe(9_000);
    expect(jittered(0, 1, 0.5)).toBe(1);
  });
});

describe('a failed attempt', () => {
  it('is visible at once: state, failures, message, event, and the time of the next try (H2)', () => {
    const sim = new Simulation();
    sim.apply();
    expect(sim.failAttempt()).toMatchObject({ type: 'wait', reason: 'BackingOff' });
    expect(sim.state.lastUpdate).toMatchObject({ state: 'failed', failures: 1, message: 'bucket b: quota' });
    expect(sim.condition('Reconciling')).toMatchObject({ reason: 'RetryingAfterFailure' });
    expect(sim.condition('Reconciling')?.message).toContain('2026-06-01T12:00:10Z');
    expect(sim.events.at(-1)).toMatchObject({ type: 'Warning', reason: 'StackUpdateFailure' });
  });

  it('counts once when it is reported twice (H1)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt();
    sim.failAttempt();
    expect(sim.state.update?.failures).toBe(1);
  });

  it('reported after the update ended changes nothing (H1)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.succeed();
    sim.signal('attemptFailed', { id: 'up-1', attempt: 1, delayMs: 1_000, class: 'provider', message: 'late' });
    expect(sim.state.lastUpdate).toMatchObject({ state: 'succeeded' });
  });

  it('turns Stalled/UpdateFailed at the third in a row, and retries go on (H2)', () => {
    const sim = new Simulation();
    sim.apply();
    for (let i = 0; i < 4; i++) {
      sim.failAttempt();
      expect(sim.condition('Stalled')?.reason).toBe(i < 2 ? undefined : 'UpdateFailed');
      expect(sim.ask()).toMatchObject({ type: 'wait', reason: 'Running' });
      expect(sim.answers[0]?.answer).toMatchObject({ go: true, failures: i + 1 });
    }
    sim.succeed();
    expect(sim.condition('Ready')?.status).toBe('True');
    expect(sim.state.lastUpdate).toMatchObject({ failures: 0, attempts: 5 });
  });

  it.each([
    { name: 'a held lock', report: { class: 'conflict' }, reason: 'UpdateConflict' },
    {
      name: 'a missing reference',
      report: { class: 'config', reason: 'WaitingForReference' },
      reason: 'WaitingForReference',
    },
  ])('because of $name counts as no failure (H4)', ({ report, reason }) => {
    const sim = new Simulation();
    sim.apply(rawSpec({ retryOnUpdateConflict: true }));
    sim.failAttempt(report);
    expect(sim.state.update?.failures).toBe(0);
    expect(sim.condition('Reconciling')?.reason).toBe(reason);
  });

  it('because of a held lock is Stalled without retryOnUpdateConflict (H4)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt({ class: 'conflict' });
    expect(sim.condition('Stalled')?.reason).toBe('UpdateConflict');
  });

  it.each([
    { class: 'program', reason: undefined, want: 'UpdateRejected' },
    { class: 'policy', reason: undefined, want: 'UpdateRejected' },
    { class: 'source', reason: undefined, want: 'SourceUnavailable' },
    { class: 'backend', reason: 'StackClaimed', want: 'StackClaimed' },
    { class: 'plugin', reason: undefined, want: 'WorkspaceFailed' },
  ] as const)(
    'of the permanent kind $class is Stalled/$want at once and waits for a change (H4)',
    ({ class: failureClass, reason, want }) => {
      const sim = new Simulation();
      sim.apply();
      sim.reject({ class: failureClass, ...(reason === undefined ? {} : { reason }) });
      expect(sim.condition('Stalled')?.reason).toBe(want);
      expect(sim.advance(365 * 86_400_000)).toMatchObject({ type: 'wait' });
      expect(sim.apply(rawSpec({ config: { a: '1' } }))).toMatchObject({ type: 'run' });
    },
  );
});

describe('a backoff', () => {
  it.each([
    {
      name: 'a new generation',
      send: (s: Simulation) => s.apply(rawSpec({ config: { a: '1' } })),
      cause: 'generationChanged',
    },
    { name: 'a token', send: (s: Simulation) => s.signal('reconcile', { token: 't' }), cause: 'reconcileRequested' },
    { name: 'a resume', send: (s: Simulation) => s.signal('resume', {}), cause: 'resumed' },
  ])('is ended by $name and starts afresh with failures 0 (H3)', ({ send, cause }) => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt();
    expect(send(sim)).toMatchObject({ type: 'interrupt', reason: 'newInput' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({
      type: 'run',
      order: { cause, failures: 0, update: 'network-2' },
    });
  });

  it('whose attempt asks after newer input came is told to stop (H3)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt();
    const decision = sim.decide(
      { kind: 'ask', key: 'k', id: 'up-1', attempt: 2, at: sim.now },
      { kind: 'signal', name: 'reconcile', payload: { token: 't' }, at: sim.now },
    );
    expect(decision.answers).toMatchObject([{ key: 'k', answer: { go: false } }]);
    expect(sim.end({ how: 'completed', result: { outcome: 'stopped' } })).toMatchObject({
      type: 'run',
      order: { cause: 'reconcileRequested' },
    });
  });

  it('is parked by suspend, with its failures and the time of the next try (H3)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt({ delayMs: 45_000 });
    expect(sim.signal('suspend', {})).toMatchObject({ type: 'interrupt', reason: 'park' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'wait', reason: 'Suspended' });
    expect(sim.state.update).toMatchObject({ phase: 'parked', failures: 1, nextAt: START + 45_000 });
    expect(sim.advance(100_000)).toMatchObject({ type: 'wait', reason: 'Suspended' });
    expect(sim.signal('resume', {})).toMatchObject({ type: 'run', order: { cause: 'resumed', failures: 0 } });
  });

  it('answers an attempt of an activity that is not in hand with no (H3)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.decide({ kind: 'ask', key: 'k', id: 'up-99', attempt: 2, at: sim.now });
    expect(sim.answers).toMatchObject([{ answer: { go: false } }]);
  });

  it('goes on under our own delay when the activity breaks without a report (H1)', () => {
    const sim = new Simulation();
    sim.apply();
    expect(sim.end({ how: 'failed', type: 'Timeout:START_TO_CLOSE', message: 'too long' })).toMatchObject({
      type: 'wait',
      until: START + 10_000,
    });
    expect(sim.state.lastUpdate).toMatchObject({ failureClass: 'timeout', failures: 1 });
    expect(sim.advance(10_000)).toMatchObject({ type: 'run', order: { update: 'network-1', failures: 1 } });
  });
});
