import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { bad, good, untilInterrupted } from '../support/scripted-adapters';
import { StackHarness } from '../support/stack-harness';
import { quickRetries } from '../support/specs';

let harness: StackHarness;
beforeAll(async () => {
  harness = await StackHarness.start();
});
afterAll(() => harness.stop());

describe('a Stack', () => {
  it('is one workflow, whoever applies it and however often at once (A1)', async () => {
    const stack = harness.stack();
    await Promise.all(Array.from({ length: 20 }, () => stack.apply()));
    await stack.untilPhase('Ready');
    const runs = await harness.client.workflow.count(`WorkflowId="${stack.id}"`);
    expect(runs.count).toBe(1);
    expect(stack.calls()).toHaveLength(1);
  });

  it('that is signalled before it was applied keeps the token and serves it after the apply (A1, C6)', async () => {
    const stack = harness.stack();
    await harness.client.workflow.start('stack', { workflowId: stack.id, taskQueue: 'stackwright', args: [] });
    await stack.signal('reconcile', { token: 'early' });
    await stack.untilPhase('Pending');
    await stack.apply();
    const status = await stack.until('the token is served', (s) => s.reconcileRequests[0]?.state === 'served');
    expect(status.reconcileRequests).toMatchObject([{ token: 'early', outcome: 'succeeded' }]);
  });

  it('started by hand with an odd input begins empty, with a warning (A7)', async () => {
    const stack = harness.stack();
    await harness.client.workflow.start('stack', {
      workflowId: stack.id,
      taskQueue: 'stackwright',
      args: [{ state: 'none' }],
    });
    const status = await stack.untilPhase('Pending');
    expect(status.warnings[0]).toContain('not ours');
    await stack.handle.terminate();
  });

  it('shows phase, reason and the rest as search attributes and memo, without a query (E2)', async () => {
    const stack = harness.stack();
    await stack.apply();
    await stack.untilPhase('Ready');
    const found = await eventually('the list has it', async () => {
      const query = `WorkflowId="${stack.id}" AND StackPhase="Ready" AND StackReady=true AND StackNamespace="default"`;
      for await (const info of harness.client.workflow.list({ query })) return info;
      return undefined;
    });
    expect(found.memo).toMatchObject({ stack: { phase: 'Ready', ready: true, generation: 1 } });
    expect(JSON.stringify(found.memo).length).toBeLessThan(2_048);
  });

  it('tells why it runs, in the summary of the operation (A5, E2)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, (run) => untilInterrupted(run, 5_000));
    await stack.apply();
    await stack.untilPhase('Running');
    expect((await stack.explain()).sentence).toContain('created');
    const { raw } = await stack.handle.describe();
    expect(raw.pendingActivities).toHaveLength(1);
    await stack.signal('cancel', { by: 'ann' });
    await stack.until('cancelled', (s) => s.conditions.some((c) => c.reason === 'UpdateCancelled'));
  });
});

describe('a failing update', () => {
  it('is retried by Temporal, and the workflow knows each failure (H1, H2)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call < 4 ? bad() : good));
    await stack.apply(quickRetries);
    const status = await stack.untilPhase('Ready');
    expect(status.history).toMatchObject([{ attempts: 4, state: 'succeeded' }]);
    expect(status.lastUpdate).toMatchObject({ state: 'succeeded', attempts: 4, failures: 0 });
    const failures = (await stack.events()).filter((e) => e.reason === 'StackUpdateFailure');
    expect(failures).toHaveLength(3);
    expect(failures[0]?.note).toContain('bucket b: quota exceeded');
  });

  it('shows attempt, last failure and next try in the server, with the length that the policy asks for (H1)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, () => Promise.resolve(bad()));
    await stack.apply({ retryPolicy: { initialIntervalSeconds: 400, backoffCoefficient: 3, jitter: 0 } });
    await stack.untilPhase('BackingOff');
    const { raw } = await stack.handle.describe();
    const [pending] = raw.pendingActivities ?? [];
    expect(pending).toMatchObject({
      attempt: 2,
      activityId: 'up-1',
      lastFailure: { message: 'bucket b: quota exceeded' },
    });
    expect(Number(pending?.currentRetryInterval?.seconds)).toBe(400);
    await stack.handle.terminate();
  });

  it('in a backoff is ended by a new spec, a token or resume, at once and with failures 0 (H3)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call === 2 ? good : bad()));
    await stack.apply({ retryPolicy: { initialIntervalSeconds: 3_000 } });
    await stack.untilPhase('BackingOff');
    await stack.signal('reconcile', { token: 'now' });
    const status = await stack.untilPhase('Ready');
    expect(status.lastUpdate).toMatchObject({ cause: 'reconcileRequested', attempts: 1, failures: 0 });
    expect(stack.calls().map((c) => c.request.update)).toEqual([`${stack.name}-1`, `${stack.name}-2`]);
  });

  it('that cannot be helped by retrying is Stalled at once and waits for a change (H4)', async () => {
    const stack = harness.stack();
    const failure = { class: 'program' as const, message: 'index.ts: unknown name x', permanent: true };
    harness.adapters.script(stack.name, (_run, call) =>
      Promise.resolve(call === 1 ? { outcome: 'failed', failure, processes: 1 } : good),
    );
    await stack.apply();
    const status = await stack.untilPhase('Stalled');
    expect(status.conditions).toMatchObject([
      { type: 'Ready', status: 'False' },
      { type: 'Stalled', reason: 'UpdateRejected' },
    ]);
    await stack.apply({ config: { fixed: 'yes' } });
    await stack.untilPhase('Ready');
  });

  it('parks its backoff while suspended; no attempt starts until resume (H3, K1)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call === 1 ? bad() : good));
    await stack.apply({ retryPolicy: { initialIntervalSeconds: 2, jitter: 0 } });
    await stack.untilPhase('BackingOff');
    await stack.signal('suspend', { by: 'ann', reason: 'audit' });
    const parked = await stack.until('parked', (s) => s.phase === 'Suspended' && s.currentUpdate === undefined);
    expect(parked.retry).toMatchObject({ failures: 1 });
    const { raw } = await stack.handle.describe();
    expect(raw.pendingActivities ?? []).toHaveLength(0);
    expect(stack.calls()).toHaveLength(1);
    await stack.signal('resume', {});
    await stack.untilPhase('Ready');
  });
});

describe('cancel and delete', () => {
  it("Temporal's own cancel interrupts gracefully, destroys nothing and closes as Cancelled (A8)", async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, (run) => untilInterrupted(run, 60_000));
    await stack.apply({ destroyOnFinalize: true });
    await stack.untilPhase('Running');
    await stack.handle.cancel();
    await eventually('closed', async () => (await stack.handle.describe()).status.name === 'CANCELLED');
    expect(stack.calls().map((c) => c.request.operation)).toEqual(['up']);
    const status = await stack.status();
    expect(status.conditions[0]).toMatchObject({ type: 'Ready', status: 'Unknown', reason: 'ManagementEnded' });
    await stack.apply();
    await stack.until('it goes on', (s) => s.lastUpdate !== undefined || s.phase === 'Running');
    await stack.handle.terminate();
  });

  it('deletes with destroy, and a new apply meanwhile starts the next life afresh (J3, A10)', async () => {
    const stack = harness.stack();
    await stack.apply({ destroyOnFinalize: true });
    await stack.untilPhase('Ready');
    harness.adapters.script(stack.name, (run, call) =>
      call === 2 ? untilInterrupted(run, 1_500) : Promise.resolve(good),
    );
    await stack.signal('delete', { by: 'ann' });
    await stack.untilPhase('Deleting');
    await stack.apply({ config: { life: 'second' } });
    const status = await stack.until('the second life', (s) => s.phase === 'Ready' && s.history.length === 1);
    expect(stack.calls().map((c) => c.request.operation)).toEqual(['up', 'destroy', 'up']);
    expect(status.lastUpdate).toMatchObject({ name: `${stack.name}-1`, cause: 'created' });
  });

  it('waits until a cancelled operation has stopped, however long it takes, before the next begins (H3)', async () => {
    const stack = harness.stack();
    harness.adapters.script(stack.name, async (run, call) => {
      if (call > 1) return good;
      const outcome = await untilInterrupted(run, 60_000);
      await delay(1_500);
      return outcome;
    });
    await stack.apply();
    await stack.untilPhase('Running');
    await stack.signal('cancel', {});
    await stack.signal('reconcile', { token: 'next' });
    await stack.untilPhase('Ready');
    const [first, second] = stack.calls();
    expect(second?.startedAt).toBeGreaterThanOrEqual(first?.endedAt ?? Infinity);
  });

  it('two attempts never overlap, though each new input ends a running backoff (H3)', () => {
    expect(harness.adapters.overlaps).toEqual([]);
  });
});
