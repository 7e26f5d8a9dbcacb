import { fastForward } from './fast-forward';
import { bad, good } from './scripted-adapters';
import type { StackHarness, StackUnderTest } from './stack-harness';

/** A course of events whose history is kept, and replayed on the code of every later release (I5). */
export interface Scenario {
  readonly name: string;
  play(stack: StackUnderTest, harness: StackHarness): Promise<void>;
}

const failOnce =
  (harness: StackHarness) =>
  (stack: StackUnderTest): void =>
    harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call === 1 ? bad() : good));

async function served(stack: StackUnderTest, token: string): Promise<void> {
  await stack.signal('reconcile', { token });
  await stack.until(`${token} is served`, (s) =>
    s.reconcileRequests.some((r) => r.token === token && r.outcome !== undefined),
  );
}

/** What golden histories are recorded of. A scenario is added, never changed: old histories have to stay true. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'sync',
    async play(stack) {
      await stack.apply();
      await stack.untilPhase('Ready');
      await served(stack, 'once');
    },
  },
  {
    name: 'resync',
    async play(stack, harness) {
      await stack.apply({ continueResyncOnCommitMatch: true, resyncFrequencySeconds: 3_600 });
      await stack.untilPhase('Ready');
      for (let n = 2; n <= 4; n++) {
        await fastForward(harness.client, stack.id, 3_601, () => Promise.resolve(stack.calls().length >= n));
      }
      await stack.until('settled', (s) => s.next?.at !== undefined);
    },
  },
  {
    name: 'backoff-ended-by-new-input',
    async play(stack, harness) {
      failOnce(harness)(stack);
      await stack.apply({ retryPolicy: { initialIntervalSeconds: 600 } });
      await stack.untilPhase('BackingOff');
      await stack.apply({ config: { changed: 'yes' } });
      await stack.untilPhase('Ready');
    },
  },
  {
    name: 'backoff-parked-and-resumed',
    async play(stack, harness) {
      failOnce(harness)(stack);
      await stack.apply({ retryPolicy: { initialIntervalSeconds: 600 } });
      await stack.untilPhase('BackingOff');
      await stack.signal('suspend', { reason: 'audit' });
      await stack.until('parked', (s) => s.phase === 'Suspended' && s.currentUpdate === undefined);
      await stack.signal('resume', {});
      await stack.untilPhase('Ready');
    },
  },
  {
    name: 'retries',
    async play(stack, harness) {
      harness.adapters.script(stack.name, (_run, call) => Promise.resolve(call <= 3 ? bad() : good));
      await stack.apply({ retryPolicy: { initialIntervalSeconds: 0.1, backoffCoefficient: 1 } });
      await stack.untilPhase('Ready');
    },
  },
  {
    name: 'suspend',
    async play(stack) {
      await stack.apply();
      await stack.untilPhase('Ready');
      await stack.signal('suspend', { until: '1h' });
      await stack.untilPhase('Suspended');
      await stack.signal('reconcile', { token: 'kept' });
      await stack.signal('resume', {});
      await stack.until('served', (s) => s.reconcileRequests[0]?.outcome !== undefined);
    },
  },
  {
    name: 'delete-and-apply-again',
    async play(stack) {
      await stack.apply({ destroyOnFinalize: true });
      await stack.untilPhase('Ready');
      await stack.signal('delete', {});
      await stack.apply({ config: { life: 'second' } });
      await stack.until('the second life', (s) => s.phase === 'Ready' && s.history.length === 1);
    },
  },
  {
    name: 'new-commit',
    async play(stack, harness) {
      await stack.apply({
        programRef: undefined,
        projectRepo: 'https://git.example/infra.git',
        branch: 'main',
        resyncFrequencySeconds: 600,
      });
      await stack.untilPhase('Ready');
      harness.adapters.revision = 'main@sha1:3333333333333333333333333333333333333333';
      await fastForward(harness.client, stack.id, 601, () => Promise.resolve(stack.calls().length >= 2));
      await stack.untilPhase('Ready');
    },
  },
  {
    name: 'continue-as-new',
    async play(stack) {
      await stack.apply();
      await stack.untilPhase('Ready');
      for (let i = 0; i < 8; i++) await served(stack, `t${i}`);
    },
  },
];
