import { NotFoundError, type StackClient, type StackDescription, type StackSummary } from '../../../src/client';
import type { StackSpec } from '../../../src/stack/spec';
import { stackSpecSchema } from '../../../src/stack/spec';
import type { StackId } from '../../../src/stack/stack-id';
import type { Explanation, KubeEvent, StackMemo, StackStatus } from '../../../src/stack/status';

export const NOW = Date.parse('2026-12-01T10:00:00Z');
/** RFC 3339 of so many seconds ago. */
export const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

export const memo = (difference: Partial<StackMemo> = {}): StackMemo => ({
  phase: 'Ready',
  ready: true,
  reason: 'ProcessingCompleted',
  message: 'the stack is as declared',
  generation: 1,
  lastUpdate: { name: 'network-1', state: 'succeeded', finishedAt: ago(180), failures: 0 },
  ...difference,
});

export const summary = (difference: Partial<StackDescription> = {}): StackDescription => ({
  id: { namespace: 'default', name: 'network' },
  startedAt: NOW - 7_200_000,
  phase: 'Ready',
  ready: true,
  reason: 'ProcessingCompleted',
  memo: memo(),
  suspended: false,
  failures: 0,
  nextRun: NOW + 25_000,
  mark: 'run/1',
  ...difference,
});

export const status = (difference: Partial<StackStatus> = {}): StackStatus => ({
  phase: 'Ready',
  observedGeneration: 1,
  conditions: [],
  reconcileRequests: [],
  history: [],
  warnings: [],
  ...difference,
});

const explanation: Explanation = {
  sentence: 'default/network is Ready: in sync; next resync at 2026-12-01T10:00:25Z.',
  waitingFor: [],
  next: { at: '2026-12-01T10:00:25Z', reason: 'in sync' },
  decision: { at: ago(180), type: 'wait', reason: 'InSync', message: 'in sync' },
};

export const spec = (difference: Record<string, unknown> = {}): StackSpec =>
  stackSpecSchema.parse({ stack: 'dev', programRef: { name: 'network' }, ...difference });

/** What was sent to one Stack. */
export interface Sent {
  readonly name: string;
  readonly stack: StackId;
  readonly message: unknown;
}

/** A client without a server: it keeps what it is sent, and tells what it was given. */
export class FakeClient implements StackClient {
  readonly sent: Sent[] = [];
  /** Each `describe` takes the next one; the last one stays. */
  descriptions: StackDescription[] = [summary()];
  statusNow: StackStatus = status();
  specNow: StackSpec | undefined = spec();
  explanationNow: Explanation = explanation;
  eventsNow: readonly KubeEvent[] = [];
  stacks: readonly StackSummary[] = [summary()];
  host: string | undefined;
  isClosed = false;
  /** Thrown by whatever needs the Stack. */
  fault: Error | undefined;
  /** Thrown by queries. */
  queryFault: Error | undefined;
  /** Called when a message arrives, to let the Stack answer. */
  onSent: (sent: Sent) => void = () => undefined;

  readonly target: StackClient['target'];

  constructor(stateDir?: string) {
    const engine = stateDir === undefined ? {} : { engine: { address: 'localhost:7233', stateDir, isRunning: true } };
    this.target = { address: 'localhost:7233', namespace: 'default', from: 'default', ...engine };
  }

  readonly apply = this.receiver('apply');
  readonly reconcile = this.receiver('reconcile');
  readonly suspend = this.receiver('suspend');
  readonly resume = this.receiver('resume');
  readonly cancel = this.receiver('cancel');
  readonly delete = this.receiver('delete');

  status(): Promise<StackStatus> {
    return this.query(() => this.statusNow);
  }

  explain(): Promise<Explanation> {
    return this.query(() => this.explanationNow);
  }

  spec(): Promise<StackSpec | undefined> {
    return this.query(() => this.specNow);
  }

  events(): Promise<readonly KubeEvent[]> {
    return this.query(() => this.eventsNow);
  }

  async describe(): Promise<StackDescription> {
    if (this.fault !== undefined) throw this.fault;
    const next = this.descriptions.length > 1 ? this.descriptions.shift() : this.descriptions[0];
    if (next === undefined) throw new NotFoundError('there is no Stack default/network');
    return Promise.resolve(next);
  }

  list(): Promise<readonly StackSummary[]> {
    return Promise.resolve(this.stacks);
  }

  lastHost(): Promise<string | undefined> {
    return Promise.resolve(this.host);
  }

  inspectServer(): ReturnType<StackClient['inspectServer']> {
    return Promise.resolve({
      serverVersion: '1.32.0',
      searchAttributes: { missing: ['StackPhase'], wrong: [] },
      pollers: [{ queue: 'stackwright', identities: [] }],
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  private receiver(name: string) {
    return (stack: StackId, message: unknown): Promise<void> => {
      if (this.fault !== undefined && name !== 'apply') return Promise.reject(this.fault);
      const sent = { name, stack, message };
      this.sent.push(sent);
      this.onSent(sent);
      return Promise.resolve();
    };
  }

  private query<T>(answer: () => T): Promise<T> {
    const fault = this.fault ?? this.queryFault;
    return fault === undefined ? Promise.resolve(answer()) : Promise.reject(fault);
  }
}
