import { rawSpec, Simulation } from '../../support/simulation';

function ready(): Simulation {
  const sim = new Simulation();
  sim.apply();
  sim.succeed();
  return sim;
}

describe('reconciliation requests', () => {
  it('force one update though the stack is Ready, and the generation stays (C1)', () => {
    const sim = ready();
    expect(sim.signal('reconcile', { token: 't1', by: 'ann' })).toMatchObject({
      type: 'run',
      order: { cause: 'reconcileRequested', generation: 1 },
    });
    expect(sim.state.requests).toMatchObject([{ token: 't1', state: 'running', by: 'ann' }]);
    sim.succeed();
    expect(sim.state.requests).toMatchObject([
      { token: 't1', state: 'served', outcome: 'succeeded', update: 'network-2' },
    ]);
    expect(sim.state.lastUpdate?.reconcileRequest).toBe('t1');
  });

  it('that were seen before do nothing (C3)', () => {
    const sim = ready();
    sim.signal('reconcile', { token: 't1' });
    sim.succeed();
    expect(sim.signal('reconcile', { token: 't1' })).toMatchObject({ type: 'wait' });
    expect(sim.runs).toHaveLength(2);
  });

  it('that come several at once give one run; the newest is served, the others share its outcome (C3)', () => {
    const sim = ready();
    sim.signal('suspend', {});
    for (const token of ['a', 'b', 'c']) sim.signal('reconcile', { token });
    sim.signal('resume', {});
    sim.succeed();
    expect(sim.runs).toHaveLength(2);
    expect(sim.state.requests).toMatchObject([
      { token: 'a', state: 'superseded', outcome: 'succeeded' },
      { token: 'b', state: 'superseded', outcome: 'succeeded' },
      { token: 'c', state: 'served', outcome: 'succeeded' },
    ]);
  });

  it('that come during a run give exactly one more run (C3)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.signal('reconcile', { token: 'a' });
    sim.signal('reconcile', { token: 'b' });
    expect(sim.succeed()).toMatchObject({ type: 'run' });
    expect(sim.succeed()).toMatchObject({ type: 'wait' });
    expect(sim.runs).toHaveLength(2);
  });

  it('are served by the first attempt, well or badly (C2)', () => {
    const sim = ready();
    sim.signal('reconcile', { token: 'a' });
    sim.failAttempt();
    expect(sim.state.requests).toMatchObject([{ token: 'a', state: 'served', outcome: 'failed' }]);
  });

  it('end a backoff and run now, with failures 0; they end Stalled too (C4)', () => {
    const sim = new Simulation();
    sim.apply();
    for (let i = 0; i < 3; i++) {
      sim.failAttempt();
      if (i < 2) sim.ask();
    }
    expect(sim.condition('Stalled')).toMatchObject({ reason: 'UpdateFailed' });
    expect(sim.signal('reconcile', { token: 'now' })).toMatchObject({ type: 'interrupt', reason: 'newInput' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'run', order: { failures: 0 } });
    expect(sim.condition('Stalled')).toBeUndefined();
  });

  it('keep the ring at ten and never drop one that waits (C2, C6)', () => {
    const sim = ready();
    sim.signal('suspend', {});
    sim.signal('reconcile', { token: 'preview-1', operation: 'preview' });
    for (let i = 0; i < 50; i++) sim.signal('reconcile', { token: `t${String(i)}` });
    expect(sim.state.requests).toHaveLength(10);
    expect(sim.state.requests.filter((r) => r.state === 'queued').map((r) => r.token)).toEqual(['preview-1', 't49']);
  });

  it('for a preview run a preview, and leave the record of the stack alone (K1, E1)', () => {
    const sim = ready();
    const before = sim.state.lastUpdate;
    expect(sim.signal('reconcile', { token: 'p', operation: 'preview' })).toMatchObject({
      type: 'run',
      order: { operation: 'preview' },
    });
    sim.reject({ class: 'program', message: 'bad', reason: 'PreviewFailed' });
    expect(sim.state.lastUpdate).toEqual(before);
    expect(sim.condition('Ready')?.status).toBe('True');
    expect(sim.state.requests).toMatchObject([{ token: 'p', state: 'served', outcome: 'failed' }]);
  });

  it.each([
    { name: 'nothing', payload: undefined },
    { name: 'null', payload: null },
    { name: 'a string', payload: 'now' },
    { name: 'a list', payload: [{ token: 'a' }] },
    { name: 'an empty token', payload: { token: '' } },
    { name: 'a number as token', payload: { token: 7 } },
    { name: 'a token of 257 bytes', payload: { token: 'é'.repeat(129) } },
    { name: 'an unknown operation', payload: { token: 'a', operation: 'destroy' } },
    { name: 'bytes', payload: new Uint8Array([1, 2, 3]) },
    { name: 'what could not be decoded', payload: { '$stackwright/undecodable': 'no codec' } },
  ])('with $name as payload change nothing and become a warning (A7)', ({ payload }) => {
    const sim = ready();
    expect(sim.signal('reconcile', payload)).toMatchObject({ type: 'wait', reason: 'InSync' });
    expect(sim.warnings).toHaveLength(1);
    expect(sim.warnings[0]).toContain('signal reconcile dropped');
  });

  it('with a new spec are served by the run of that spec (C2)', () => {
    const sim = ready();
    sim.decide(
      {
        kind: 'signal',
        name: 'apply',
        payload: { spec: rawSpec({ config: { a: '1' } }), origin: 'direct' },
        at: sim.now,
      },
      { kind: 'signal', name: 'reconcile', payload: { token: 't' }, at: sim.now },
    );
    sim.succeed();
    expect(sim.runs).toHaveLength(2);
    expect(sim.state.requests).toMatchObject([{ token: 't', state: 'served' }]);
  });
});
