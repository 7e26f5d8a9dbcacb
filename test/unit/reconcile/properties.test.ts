import fc from 'fast-check';
import { SIGNALS } from '../../../workflows/messages';
import { decide } from '../../../src/reconcile/decide';
import { DEFAULT_SETTINGS } from '../../../src/reconcile/snapshot';
import { toStatus } from '../../../src/reconcile/to-status';
import { explain } from '../../../src/reconcile/explain';
import { currentDetails } from '../../../src/reconcile/details';
import { rawGitSpec, rawSpec, Simulation } from '../../support/simulation';

type Step = (sim: Simulation) => unknown;

const ends: Step[] = [
  (s) => s.running && s.succeed({ revision: 'main@sha1:a' }),
  (s) => s.running && s.reject(),
  (s) => s.running && s.end({ how: 'cancelled' }),
  (s) => s.running && s.end({ how: 'failed', type: 'Timeout:HEARTBEAT', message: 'gone' }),
  (s) => s.running && s.end({ how: 'completed', result: { outcome: 'cancelled' } }),
];

/** What the shell may really deliver: an end only for what runs, a question only from its attempt. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    (s) => s.apply(rawSpec()),
    (s) => s.apply(rawSpec({ continueResyncOnCommitMatch: true })),
    (s) => s.apply(rawGitSpec({ destroyOnFinalize: true })),
    (s) => s.apply(rawSpec({ suspend: true })),
    (s) => s.apply({ stack: 7 }),
    (s) => s.signal('suspend', { until: '1h' }),
    (s) => s.signal('resume', {}),
    (s) => s.signal('cancel', {}),
    (s) => s.signal('delete', {}),
    (s) => s.signal('delete', { orphan: true }),
    (s) => s.running && s.failAttempt(),
    (s) => s.running && s.ask(),
    (s) => s.looking && s.looked({ revision: 'main@sha1:b' }),
    (s) => s.looking && s.looked({ error: 'no host' }),
    (s) => (s.history = { events: 5_000, bytes: 0, signals: 0 }),
    ...ends,
    ...ends,
  ),
  fc.integer({ min: 0, max: 90_000 }).map(
    (ms): Step =>
      (s) =>
        s.advance(ms),
  ),
  fc.string({ maxLength: 3 }).map(
    (token): Step =>
      (s) =>
        s.signal('reconcile', { token }),
  ),
);

function checkStory(sim: Simulation): void {
  const types = sim.state.conditions.map((c) => c.type);
  expect(new Set(types).size).toBe(types.length);
  expect(types.filter((t) => t === 'Ready')).toHaveLength(1);
  expect(types.includes('Reconciling') && types.includes('Stalled')).toBe(false);
  const ready = sim.condition('Ready')?.status;
  if (ready === 'True') expect(types).not.toContain('Stalled');
  if (ready === 'True') expect(types).not.toContain('Reconciling');
}

function play(steps: Step[], each: (sim: Simulation) => void): Simulation {
  const sim = new Simulation();
  for (const act of steps) {
    if (sim.over !== undefined) break;
    act(sim);
    each(sim);
  }
  return sim;
}

describe('for any course of events', () => {
  it('conditions tell one story at a time (J1)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => void play([(s) => s.apply(), ...steps], checkStory)),
    );
  });

  it('waiting has a reason, a message, and a deadline where time alone changes anything (A4)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        play(steps, (sim) => {
          const { decision } = sim.state;
          if (decision === undefined) return;
          expect(decision.reason).not.toBe('');
          expect(decision.message).not.toBe('');
          const { update, suspension, next } = sim.state;
          const idle = (update === undefined || update.phase === 'parked') && sim.state.spec?.spec.suspend !== true;
          const timed = suspension === undefined ? update?.nextAt : suspension.until;
          if (idle && timed !== undefined && decision.type === 'wait') expect(next?.at).toBeDefined();
        });
      }),
    );
  });

  it('no token is lost: each is in the ring, waits no longer when nothing holds it, or was seen (C6)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const sim = play([(s) => s.apply(), ...steps], () => undefined);
        if (sim.over !== undefined || sim.state.deletion !== undefined) return;
        sim.signal('reconcile', { token: 'the last one' });
        sim.apply(rawSpec({ config: { unblocked: 'yes' } }));
        sim.signal('resume', {});
        for (let i = 0; i < 6 && sim.running !== undefined; i++) sim.succeed();
        const mine = sim.state.requests.find((r) => r.token === 'the last one');
        expect(mine).toMatchObject({ state: 'served' });
      }),
    );
  });

  it('an answer stays under 4 KB, a newly accepted spec and a full ring of long tokens aside (A5)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const sim = new Simulation();
        for (const act of steps) {
          if (sim.over !== undefined) break;
          const decision = act(sim);
          if (typeof decision !== 'object' || decision === null || !('changed' in decision)) continue;
          const { spec: _spec, ...changed } = decision.changed as Record<string, unknown>;
          expect(JSON.stringify({ ...decision, changed }).length).toBeLessThan(6_000);
        }
      }),
    );
  });
});

describe('for any input at all', () => {
  const input = fc.oneof(
    fc.record({
      kind: fc.constant('signal' as const),
      name: fc.oneof(fc.constantFrom(...SIGNALS, '__proto__', 'constructor', 'toString'), fc.string()),
      payload: fc.oneof(fc.anything(), fc.record({ spec: fc.anything(), origin: fc.constant('direct') })),
      at: fc.nat(),
    }),
    fc.record({
      kind: fc.constant('ask' as const),
      key: fc.string(),
      id: fc.string(),
      attempt: fc.nat(),
      at: fc.nat(),
    }),
    fc.record({
      kind: fc.constant('ended' as const),
      id: fc.string(),
      end: fc.constant({ how: 'cancelled' as const }),
      at: fc.nat(),
    }),
  );

  it('no snapshot makes it throw, and every question is answered (A5, A7)', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 10 }), (inbox) => {
        const sim = new Simulation();
        sim.apply();
        const decision = decide({ now: sim.now, state: sim.state, inbox, history: sim.history }, DEFAULT_SETTINGS);
        expect(decision.answers).toHaveLength(inbox.filter((i) => i.kind === 'ask').length);
        JSON.stringify(decision);
      }),
    );
  });

  it('status, explanation and details can be told of any state that was reached (E2)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        play(steps, (sim) => {
          const log = { history: sim.finished, warnings: sim.warnings };
          expect(toStatus(sim.state, log).conditions).toBe(sim.state.conditions);
          expect(explain(sim.state).sentence).toContain('default/network');
          expect(currentDetails(sim.state, log).length).toBeLessThan(8_001);
        });
      }),
    );
  });
});
