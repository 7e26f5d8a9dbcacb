import { rawSpec, Simulation } from '../../support/simulation';

function ready(difference: Record<string, unknown> = { destroyOnFinalize: true }): Simulation {
  const sim = new Simulation();
  sim.apply(rawSpec(difference));
  sim.succeed();
  return sim;
}

describe('deletion', () => {
  it('destroys first with destroyOnFinalize, then the workflow completes (J3)', () => {
    const sim = ready();
    expect(sim.signal('delete', {})).toMatchObject({ type: 'run', order: { operation: 'destroy', cause: 'deletion' } });
    expect(sim.state.phase).toBe('Deleting');
    expect(sim.succeed()).toMatchObject({ type: 'complete', reason: 'Deleted' });
    expect(sim.events.at(-1)).toMatchObject({ reason: 'StackDestroyed' });
  });

  it.each([
    { name: 'without destroyOnFinalize', sim: () => ready({}), payload: {} },
    { name: 'with orphan', sim: () => ready(), payload: { orphan: true } },
  ])('$name lets the Stack go at once (J3)', ({ sim, payload }) => {
    const stack = sim();
    expect(stack.signal('delete', payload)).toMatchObject({ type: 'complete' });
    expect(stack.runs).toHaveLength(1);
  });

  it('lets a Stack go that never ran (J3)', () => {
    const sim = new Simulation();
    sim.apply(rawSpec({ suspend: true, destroyOnFinalize: true }));
    expect(sim.signal('delete', {})).toMatchObject({ type: 'complete' });
  });

  it('lets a running update finish first, and ends a backoff (J3)', () => {
    const sim = new Simulation();
    sim.apply(rawSpec({ destroyOnFinalize: true }));
    expect(sim.signal('delete', {})).toMatchObject({ type: 'wait', reason: 'Running' });
    expect(sim.failAttempt()).toMatchObject({ type: 'interrupt' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'run', order: { operation: 'destroy' } });
  });

  it('goes on for as long as the destroy fails, DestroyBlocked from the third failure (J3)', () => {
    const sim = ready();
    sim.signal('delete', {});
    for (let i = 1; i <= 8; i++) {
      sim.failAttempt();
      expect(sim.condition('Stalled')?.reason).toBe(i < 3 ? undefined : 'DestroyBlocked');
      sim.ask();
    }
    expect(sim.succeed()).toMatchObject({ type: 'complete' });
  });

  it.each([
    { name: 'a token', send: (s: Simulation) => s.signal('reconcile', { token: 't' }) },
    { name: 'another delete', send: (s: Simulation) => s.signal('delete', {}) },
  ])('tries the destroy at once on $name (J3)', ({ send }) => {
    const sim = ready();
    sim.signal('delete', {});
    sim.failAttempt({ delayMs: 3_000_000 });
    expect(send(sim)).toMatchObject({ type: 'interrupt' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'run', order: { operation: 'destroy', failures: 0 } });
  });

  it('of a suspended Stack waits and says so, until it is resumed (J3)', () => {
    const sim = ready();
    sim.signal('suspend', {});
    expect(sim.signal('delete', {})).toMatchObject({ type: 'wait', reason: 'Suspended' });
    expect(sim.state.decision?.message).toContain('resume');
    expect(sim.signal('resume', {})).toMatchObject({ type: 'run', order: { operation: 'destroy' } });
  });

  it('waits after a cancelled destroy until someone asks again (K2, J3)', () => {
    const sim = ready();
    sim.signal('delete', {});
    sim.signal('cancel', {});
    expect(sim.end({ how: 'completed', result: { outcome: 'cancelled' } })).toMatchObject({
      type: 'wait',
      reason: 'UpdateCancelled',
    });
    expect(sim.signal('delete', {})).toMatchObject({ type: 'run', order: { operation: 'destroy' } });
  });

  it('keeps an apply that comes meanwhile for the next life (A10)', () => {
    const sim = ready();
    sim.signal('delete', {});
    const next = { spec: rawSpec({ config: { a: 'new' } }), origin: 'direct' };
    expect(sim.signal('apply', next)).toMatchObject({ type: 'wait', reason: 'Running' });
    expect(sim.succeed()).toMatchObject({ type: 'complete', heir: next });
  });

  it('with a full history and a parked destroy continues as new and goes on (I4)', () => {
    const sim = ready();
    sim.signal('delete', {});
    sim.failAttempt({ delayMs: 30_000 });
    sim.history = { events: 3_000, bytes: 0, signals: 0 };
    expect(sim.decide()).toMatchObject({ type: 'interrupt', reason: 'park' });
    sim.end({ how: 'cancelled' });
    expect(sim.continued).toHaveLength(1);
    expect(sim.advance(30_000)).toMatchObject({ type: 'run', order: { operation: 'destroy', failures: 1 } });
  });
});
