import { rawGitSpec, rawSpec, Simulation, START } from '../../support/simulation';

function ready(spec?: unknown): Simulation {
  const sim = new Simulation();
  sim.apply(spec);
  sim.succeed();
  return sim;
}

describe('the first apply', () => {
  it('starts one up with cause created (A1)', () => {
    const sim = new Simulation();
    expect(sim.apply()).toMatchObject({
      type: 'run',
      order: { operation: 'up', cause: 'created', update: 'network-1', generation: 1 },
    });
  });

  it('waits as Pending/NotApplied without a spec and gives up after an hour, keeping tokens meanwhile (A1)', () => {
    const sim = new Simulation();
    expect(sim.signal('reconcile', { token: 't1' })).toMatchObject({
      type: 'wait',
      reason: 'NotApplied',
      until: START + 3_600_000,
    });
    expect(sim.state.phase).toBe('Pending');
    expect(sim.state.requests).toMatchObject([{ token: 't1', state: 'queued' }]);
    expect(sim.advance(3_600_000)).toMatchObject({ type: 'complete', reason: 'NotApplied' });
  });

  it('does nothing when the same content comes twice (A1)', () => {
    const sim = ready();
    expect(sim.apply()).toMatchObject({ type: 'wait', reason: 'InSync' });
    expect(sim.state.spec?.generation).toBe(1);
  });

  it('fixes the origin, and refuses another with a warning (A2)', () => {
    const sim = ready();
    sim.signal('apply', { spec: rawSpec({ config: { a: 'b' } }), origin: 'kubernetes' });
    expect(sim.state.spec?.generation).toBe(1);
    expect(sim.warnings.at(-1)).toContain('kubernetes');
  });
});

describe('a spec', () => {
  it('that is wrong is refused whole: Stalled/SpecInvalid, and the last good one stays in force (A6)', () => {
    const sim = ready();
    sim.apply(rawSpec({ resyncFrequencySeconds: 'often' }));
    expect(sim.condition('Stalled')).toMatchObject({ status: 'True', reason: 'SpecInvalid', observedGeneration: 2 });
    expect(sim.condition('Stalled')?.message).toContain('resyncFrequencySeconds');
    expect(sim.state.spec?.generation).toBe(1);
    sim.apply();
    expect(sim.condition('Stalled')).toBeUndefined();
    expect(sim.condition('Ready')).toMatchObject({ status: 'True', reason: 'ProcessingCompleted' });
  });

  it('that comes during a run leaves the run alone and is run afterwards, once, with the newest (E1)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.apply(rawSpec({ config: { a: '1' } }));
    expect(sim.apply(rawSpec({ config: { a: '2' } }))).toMatchObject({ type: 'wait', reason: 'Running' });
    expect(sim.succeed()).toMatchObject({ type: 'run', order: { cause: 'generationChanged', generation: 3 } });
    expect(sim.succeed()).toMatchObject({ type: 'wait', reason: 'InSync' });
    expect(sim.runs).toHaveLength(2);
  });
});

describe('resync', () => {
  it('runs again after the last update ended when continueResyncOnCommitMatch is set (D1)', () => {
    const sim = ready(rawSpec({ continueResyncOnCommitMatch: true, resyncFrequencySeconds: 120 }));
    expect(sim.state.decision).toMatchObject({ type: 'wait', reason: 'InSync' });
    expect(sim.advance(119_999)).toMatchObject({ type: 'wait', until: START + 120_000 });
    expect(sim.advance(1)).toMatchObject({ type: 'run', order: { cause: 'resync' } });
  });

  it('idles without a deadline when it is not set and the source is not polled (D1)', () => {
    const sim = ready();
    expect(sim.state.next).not.toHaveProperty('at');
    expect(sim.advance(365 * 86_400_000)).toMatchObject({ type: 'wait', reason: 'InSync' });
  });

  it('treats a frequency under the floor as the floor (D1)', () => {
    const sim = ready(rawSpec({ continueResyncOnCommitMatch: true, resyncFrequencySeconds: 5 }));
    expect(sim.advance(59_000)).toMatchObject({ type: 'wait' });
    expect(sim.advance(1_000)).toMatchObject({ type: 'run', order: { cause: 'resync' } });
  });

  it('leaves Ready=True and no Reconciling while it runs, and turns loud when it fails (J1)', () => {
    const sim = ready(rawSpec({ continueResyncOnCommitMatch: true }));
    const transition = sim.condition('Ready')?.lastTransitionTime;
    sim.advance(60_000);
    expect(sim.state.conditions).toMatchObject([{ type: 'Ready', status: 'True', lastTransitionTime: transition }]);
    sim.failAttempt();
    expect(sim.state.conditions).toMatchObject([
      { type: 'Ready', status: 'False', reason: 'NotReadyInProgress' },
      { type: 'Reconciling', status: 'True', reason: 'RetryingAfterFailure' },
    ]);
  });
});

describe('a git branch', () => {
  it('is looked at every resyncFrequencySeconds, and a new commit runs at once (D2)', () => {
    const sim = new Simulation();
    sim.apply(rawGitSpec());
    expect(sim.succeed({ revision: 'main@sha1:a' })).toMatchObject({ type: 'wait', until: START + 60_000 });
    const shown = sim.state.memo;
    expect(sim.advance(60_000)).toMatchObject({ type: 'look' });
    const quiet = sim.looked({ revision: 'main@sha1:a' });
    expect(quiet).toMatchObject({ type: 'wait', until: START + 120_000 });
    expect(quiet.changed).not.toHaveProperty('memo');
    expect(quiet.changed).not.toHaveProperty('attributes');
    expect(sim.state.memo).toEqual(shown);
    sim.advance(60_000);
    expect(sim.looked({ revision: 'main@sha1:b' })).toMatchObject({ type: 'run', order: { cause: 'revisionChanged' } });
  });

  it('is looked at during a backoff too, and a new commit ends it with failures 0 (D2, H3)', () => {
    const sim = new Simulation();
    sim.apply(rawGitSpec());
    sim.failAttempt({ revision: 'main@sha1:a', delayMs: 3_000_000 });
    expect(sim.advance(60_000)).toMatchObject({ type: 'look' });
    expect(sim.looked({ revision: 'main@sha1:b' })).toMatchObject({ type: 'interrupt' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({
      type: 'run',
      order: { cause: 'revisionChanged', failures: 0, update: 'network-2' },
    });
  });

  it('whose host is down changes nothing but a warning, said once (D2)', () => {
    const sim = new Simulation();
    sim.apply(rawGitSpec());
    sim.succeed({ revision: 'main@sha1:a' });
    for (let i = 0; i < 3; i++) {
      sim.advance(60_000);
      sim.looked({ error: 'could not connect to git.example' });
    }
    expect(sim.condition('Ready')?.status).toBe('True');
    expect(sim.warnings.filter((w) => w.includes('git.example'))).toHaveLength(1);
  });

  it('that cannot be resolved by the run itself does not end its own backoff by an old revision (H3)', () => {
    const sim = new Simulation();
    sim.apply(rawGitSpec());
    sim.succeed({ revision: 'main@sha1:a' });
    sim.signal('reconcile', { token: 't' });
    expect(sim.failAttempt({ class: 'source', message: 'no route to host' })).toMatchObject({
      type: 'wait',
      reason: 'BackingOff',
    });
  });
});

describe('suspend and resume', () => {
  it('finishes what runs, starts nothing, keeps tokens; resume reconciles (K1)', () => {
    const sim = new Simulation();
    sim.apply();
    expect(sim.signal('suspend', { by: 'ann', reason: 'audit' })).toMatchObject({ type: 'wait', reason: 'Running' });
    expect(sim.succeed()).toMatchObject({ type: 'wait', reason: 'Suspended' });
    sim.signal('reconcile', { token: 't1' });
    sim.apply(rawSpec({ config: { a: '1' } }));
    expect(sim.runs).toHaveLength(1);
    expect(sim.condition('Suspended')).toMatchObject({ status: 'True', message: 'audit' });
    expect(sim.signal('resume', {})).toMatchObject({ type: 'run', order: { generation: 2 } });
    expect(sim.state.requests).toMatchObject([{ token: 't1', state: 'running' }]);
    expect(sim.condition('Suspended')).toBeUndefined();
  });

  it('keeps the last value of Ready while suspended (J1)', () => {
    const sim = ready();
    sim.signal('suspend', {});
    expect(sim.condition('Ready')).toMatchObject({ status: 'True', reason: 'ProcessingCompleted' });
    expect(sim.condition('Reconciling')).toBeUndefined();
  });

  it('lifts itself at its end (K1)', () => {
    const sim = ready();
    expect(sim.signal('suspend', { until: '2h' })).toMatchObject({ type: 'wait', until: START + 7_200_000 });
    expect(sim.advance(7_200_000)).toMatchObject({ type: 'run', order: { cause: 'resumed' } });
  });

  it('refuses resume while the spec suspends (K1)', () => {
    const sim = ready(rawSpec());
    sim.apply(rawSpec({ suspend: true }));
    expect(sim.signal('resume', {})).toMatchObject({ type: 'wait', reason: 'Suspended' });
    expect(sim.warnings.at(-1)).toContain('spec.suspend');
    expect(sim.apply(rawSpec({ suspend: false }))).toMatchObject({ type: 'run' });
  });
});

describe('cancel', () => {
  it('interrupts the running operation: failures unchanged, Stalled/UpdateCancelled, then waits (K2)', () => {
    const sim = ready();
    sim.apply(rawSpec({ config: { a: '1' } }));
    expect(sim.signal('cancel', { by: 'ann' })).toMatchObject({ type: 'interrupt', reason: 'cancel' });
    expect(sim.end({ how: 'completed', result: { outcome: 'cancelled' } })).toMatchObject({
      type: 'wait',
      reason: 'UpdateCancelled',
    });
    expect(sim.state.lastUpdate).toMatchObject({ state: 'failed', failureClass: 'cancelled', failures: 0 });
    expect(sim.condition('Stalled')).toMatchObject({ reason: 'UpdateCancelled' });
    expect(sim.signal('reconcile', { token: 't' })).toMatchObject({ type: 'run' });
  });

  it.each([
    { name: 'as cancelled', end: { how: 'cancelled' } as const },
    { name: 'as a failure', end: { how: 'failed', type: 'provider', message: 'x' } as const },
    { name: 'with a normal result', end: { how: 'completed', result: { outcome: 'cancelled' } } as const },
  ])('sorts an interrupted activity that closes $name the same way (H3)', ({ end }) => {
    const sim = new Simulation();
    sim.apply();
    sim.signal('cancel', {});
    expect(sim.end(end)).toMatchObject({ type: 'wait', reason: 'UpdateCancelled' });
  });

  it('that comes too late changes nothing (K2)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.signal('cancel', {});
    expect(sim.succeed()).toMatchObject({ type: 'wait', reason: 'InSync' });
    expect(sim.condition('Ready')?.status).toBe('True');
  });
});

describe("Temporal's own cancel", () => {
  it('ends the management and nothing else: Ready=Unknown/ManagementEnded (A8)', () => {
    const sim = ready(rawSpec({ destroyOnFinalize: true }));
    expect(sim.decide({ kind: 'cancelled', at: sim.now })).toMatchObject({ type: 'complete', cancelled: true });
    expect(sim.condition('Ready')).toMatchObject({ status: 'Unknown', reason: 'ManagementEnded' });
    expect(sim.runs).toHaveLength(1);
  });

  it('interrupts a running operation first (A8)', () => {
    const sim = new Simulation();
    sim.apply();
    expect(sim.decide({ kind: 'cancelled', at: sim.now })).toMatchObject({ type: 'interrupt' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'complete', cancelled: true });
  });
});

describe('continue-as-new', () => {
  it('is due by events, bytes or signals, and waits for the end of a run (I4)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.history = { events: 2_000, bytes: 0, signals: 0 };
    expect(sim.signal('reconcile', { token: 't' })).toMatchObject({ type: 'wait', reason: 'Running' });
    sim.succeed();
    expect(sim.continued).toHaveLength(1);
    expect(sim.runs).toHaveLength(2);
  });

  it('parks a backoff: failures and the time of the next try are kept (H3, I4)', () => {
    const sim = new Simulation();
    sim.apply();
    sim.failAttempt({ delayMs: 30_000 });
    sim.history = { events: 0, bytes: 1_000_000, signals: 0 };
    expect(sim.decide()).toMatchObject({ type: 'interrupt', reason: 'park' });
    expect(sim.end({ how: 'cancelled' })).toMatchObject({ type: 'wait', until: START + 30_000 });
    expect(sim.continued).toHaveLength(1);
    expect(sim.advance(30_000)).toMatchObject({
      type: 'run',
      order: { update: 'network-1', activityId: 'up-1-2', failures: 1, attemptsBefore: 1 },
    });
  });
});
