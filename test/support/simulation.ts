import type { OperationResult } from '../../src/stack/operation';
import type { KubeEvent, HistoryEntryStatus } from '../../src/stack/status';
import { decide } from '../../src/reconcile/decide';
import type { Decision, RunOrder } from '../../src/reconcile/decision';
import { DEFAULT_SETTINGS, type Input, type OperationEnd } from '../../src/reconcile/snapshot';
import { initialState, type StackState } from '../../src/reconcile/state';

/** A start far from zero, so that a forgotten default shows. */
export const START = Date.parse('2026-06-01T12:00:00Z');

/** A spec as a person would write it; a case states only its difference. */
export function rawSpec(difference: Record<string, unknown> = {}): Record<string, unknown> {
  return { stack: 'dev', programRef: { name: 'program' }, ...difference };
}

/** A spec from git, polled by branch. */
export function rawGitSpec(difference: Record<string, unknown> = {}): Record<string, unknown> {
  return { stack: 'dev', projectRepo: 'https://git.example/infra.git', branch: 'main', ...difference };
}

/**
 * Plays the shell around the core, without Temporal: performs decisions, and refuses what the shell could not do, such as
 * starting an operation while one runs.
 */
export class Simulation {
  now = START;
  state: StackState = initialState({ namespace: 'default', name: 'network' }, START);
  running: RunOrder | undefined;
  looking = false;
  over: Decision | undefined;
  readonly events: KubeEvent[] = [];
  readonly finished: HistoryEntryStatus[] = [];
  readonly warnings: string[] = [];
  readonly runs: RunOrder[] = [];
  readonly continued: number[] = [];
  answers: Decision['answers'] = [];
  history = { events: 10, bytes: 1_000, signals: 0 };
  private asks = 0;

  constructor(private readonly settings = DEFAULT_SETTINGS) {}

  /** One pass over the given inputs; answers with the decision that was performed last. */
  decide(...inbox: Input[]): Decision {
    const decision = decide({ now: this.now, state: this.state, inbox, history: this.history }, this.settings);
    const next: Record<string, unknown> = { ...this.state, ...decision.changed };
    for (const key of decision.removed) Reflect.deleteProperty(next, key);
    this.state = next as unknown as StackState;
    this.events.push(...decision.events);
    this.finished.push(...decision.finished);
    this.warnings.push(...decision.warnings);
    this.answers = decision.answers;
    return this.perform(decision);
  }

  signal(name: string, payload?: unknown): Decision {
    return this.decide({ kind: 'signal', name, payload, at: this.now });
  }

  apply(spec: unknown = rawSpec()): Decision {
    return this.signal('apply', { spec, origin: 'direct' });
  }

  /** Lets time pass to the next deadline of the last decision, or by the given milliseconds. */
  advance(ms: number): Decision {
    this.now += ms;
    return this.decide();
  }

  succeed(result: Partial<OperationResult> = {}): Decision {
    return this.end({ how: 'completed', result: { outcome: 'succeeded', ...result } });
  }

  /** A permanent failure: the activity closes. */
  reject(failure: Partial<NonNullable<OperationResult['failure']>> = {}): Decision {
    const sorted = { class: 'program' as const, message: 'it does not compile', permanent: true, ...failure };
    return this.end({
      how: 'failed',
      type: sorted.class,
      message: sorted.message,
      result: { outcome: 'failed', failure: sorted },
    });
  }

  /** A failing attempt that reports itself and backs off. */
  failAttempt(report: Record<string, unknown> = {}): Decision {
    const id = this.state.update?.activityId ?? '';
    const attempt = this.state.update?.attempts ?? 1;
    const payload = {
      id,
      attempt,
      delayMs: 10_000,
      class: 'provider',
      message: 'bucket b: quota',
      runToken: `${id}#${String(attempt)}`,
      ...report,
    };
    return this.signal('attemptFailed', payload);
  }

  ask(attempt = 2): Decision {
    const id = this.running?.activityId ?? '';
    return this.decide({ kind: 'ask', key: `k${String(++this.asks)}`, id, attempt, at: this.now });
  }

  end(end: OperationEnd): Decision {
    const id = this.running?.activityId ?? '';
    this.running = undefined;
    return this.decide({ kind: 'ended', id, end, at: this.now });
  }

  looked(looked: { revision?: string; error?: string }): Decision {
    this.looking = false;
    return this.decide({ kind: 'looked', ...looked, at: this.now });
  }

  condition(type: string) {
    return this.state.conditions.find((c) => c.type === type);
  }

  private perform(decision: Decision): Decision {
    switch (decision.type) {
      case 'run':
        if (this.running !== undefined) throw new Error('a second operation was ordered while one is in flight');
        this.running = decision.order;
        this.runs.push(decision.order);
        return decision;
      case 'look':
        if (this.looking) throw new Error('a second look was ordered while one is in flight');
        this.looking = true;
        return decision;
      case 'continueAsNew':
        if (this.running !== undefined || this.looking)
          throw new Error('continue-as-new was ordered with an activity in flight');
        this.continued.push(this.now);
        this.history = { events: 3, bytes: 500, signals: 0 };
        return this.decide();
      case 'complete':
        this.over = decision;
        return decision;
      case 'interrupt':
      case 'wait':
        return decision;
    }
  }
}
