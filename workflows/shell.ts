import { defined } from '../src/stack/defined';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineSignal,
  defineUpdate,
  setHandler,
  type WorkflowInfo,
  workflowInfo,
} from '@temporalio/workflow';
import type { BeginAttemptAnswer } from '../src/stack/begin-attempt';
import type { OperationRequest, OperationResult, ProjectInfo } from '../src/stack/operation';
import { UNDECODABLE } from '../src/stack/undecodable';
import type { Decision, Outcome, RunOrder } from '../src/reconcile/decision';
import type { Input } from '../src/reconcile/snapshot';
import { initialState, type StackState } from '../src/reconcile/state';
import { decisions, lookups, operations } from './activity-options';
import { changedBy, logged, takeUp, type Carried, type StackLog } from './carried';
import { BEGIN_ATTEMPT, SIGNALS, type BeginAttemptMessage } from './messages';
import { endOf } from './operation-end';
import { answerQueries } from './queries';

/** Signals of unknown names reach no handler and still fill the history: wake once past this length. */
const HISTORY_CEILING = 4_000;
const DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = {
  apply: 'The whole desired state: {spec, origin}',
  reconcile: 'Forces one update: {token, by?, operation?}',
  suspend: 'Starts nothing until resumed: {reason?, by?, until?}',
  resume: 'Lifts a suspension and reconciles: {by?}',
  cancel: 'Interrupts the running operation gracefully: {by?, reason?}',
  delete: 'Destroys if the spec says so, then ends: {by?, orphan?}',
};

/** What an operation is told; the spec and the project stand in the state. */
function requestOf(
  order: RunOrder,
  known: Pick<OperationRequest, 'stack' | 'spec'> & { project: ProjectInfo | undefined },
): OperationRequest {
  const { operation, update, cause, generation, revision, failures, attemptsBefore } = order;
  return defined({ ...known, operation, update, cause, generation, revision, failures, attemptsBefore });
}

/** Everything the loop holds: the state, the inbox, and what is in flight. */
export class Shell {
  state: StackState;
  log: StackLog;
  private readonly inbox: Input[];
  private readonly answers = new Map<string, BeginAttemptAnswer>();
  private running: { readonly id: string; readonly scope: CancellationScope } | undefined;
  private looking = false;
  private woken = false;
  private signals = 0;
  private asks = 0;
  private ceilingSeen = false;

  constructor(carried: unknown, info: WorkflowInfo) {
    const taken = takeUp(carried, info.workflowId, Date.now());
    this.state = taken.state;
    this.log = taken.log;
    this.inbox = [...taken.inbox];
  }

  /** Handlers record and wake, nothing else (A4); none is a default handler (A7). */
  listen(): void {
    for (const name of SIGNALS) {
      const receive = (...args: unknown[]): void => {
        this.signals += 1;
        const payload = args.length > 1 ? { [UNDECODABLE]: 'more than one argument' } : args[0];
        this.put({ kind: 'signal', name, payload, at: Date.now() });
      };
      setHandler(defineSignal<unknown[]>(name), receive, defined({ description: DESCRIPTIONS[name] }));
    }
    setHandler(defineUpdate<BeginAttemptAnswer, [BeginAttemptMessage]>(BEGIN_ATTEMPT), (ask) => this.answer(ask), {
      validator: (ask: unknown) => this.validate(ask),
      description: 'Asked by an attempt before it begins',
    });
    answerQueries(this);
    CancellationScope.current().cancelRequested.catch(() => this.put({ kind: 'cancelled', at: Date.now() }));
  }

  /** Takes a decision on everything that is known now. A fault of `decide` itself becomes a pause, and the inbox is kept. */
  async decide(fallback: (error: unknown, shell: Shell) => Decision): Promise<{ taken: number; decision: Decision }> {
    this.woken = false; // in the same synchronous stretch as the snapshot: what arrives during the decision wakes again
    const taken = this.inbox.length;
    const { historyLength: events, historySize: bytes } = workflowInfo();
    const snapshot = {
      now: Date.now(),
      state: this.state,
      inbox: [...this.inbox],
      history: { events, bytes, signals: this.signals },
    };
    try {
      return { taken, decision: await decisions(this.wokenBy()).decide(snapshot) };
    } catch (error) {
      return { taken: 0, decision: fallback(error, this) };
    }
  }

  absorb(decision: Decision, taken: number): void {
    this.inbox.splice(0, taken);
    this.state = changedBy(this.state, decision);
    this.log = logged(this.log, decision);
    for (const { key, answer } of decision.answers) this.answers.set(key, answer);
  }

  start(decision: Outcome & { type: 'run' }): void {
    const { order } = decision;
    const { spec, stack, project } = this.state;
    if (spec === undefined) return;
    const { activityId: id } = order;
    const scope = new CancellationScope();
    this.running = { id, scope };
    const request = requestOf(order, { stack, spec: spec.spec, project });
    void scope
      .run(() => operations(order, decision.message.slice(0, 200)).runOperation(request))
      .then(
        (result) => this.ended(id, result),
        (error: unknown) => {
          this.running = undefined;
          this.put({ kind: 'ended', id, end: endOf(error), at: Date.now() });
        },
      );
  }

  look(decision: Outcome & { type: 'look' }): void {
    const { spec, stack } = this.state;
    if (spec === undefined) return;
    this.looking = true;
    const done = (looked: { revision?: string; error?: string }): void => {
      this.looking = false;
      this.put({ kind: 'looked', ...looked, at: Date.now() });
    };
    void lookups(decision.pool, decision.message)
      .resolveRevision({ stack, spec: spec.spec })
      .then(done, (error: unknown) => {
        const end = endOf(error);
        done({ error: end.how === 'failed' ? end.message : 'it was cancelled' });
      });
  }

  interrupt(): void {
    this.running?.scope.cancel();
  }

  /** Something is in flight that continue-as-new would lose, or waits for an answer. */
  isBusy(): boolean {
    return this.running !== undefined || this.looking || this.inbox.some((i) => i.kind === 'ask');
  }

  async allAnswered(): Promise<void> {
    await condition(allHandlersFinished, '20 seconds');
  }

  /** Waits for the next input or deadline. While something runs there is no deadline: its end wakes the loop. */
  async wait(decision: Decision): Promise<void> {
    const until = 'until' in decision ? decision.until : undefined;
    const isOver = (): boolean => this.woken || this.isHistoryLong();
    if (until === undefined) await condition(isOver);
    else await condition(isOver, Math.max(1, until - Date.now()), { summary: decision.message.slice(0, 200) });
  }

  historyLength(): number {
    return workflowInfo().historyLength;
  }

  carried(): Carried {
    return { state: this.state, log: this.log, inbox: this.inbox };
  }

  /** The next life of a Stack that was deleted and applied again under its name (A10). */
  heirOf(apply: unknown): Carried {
    const now = Date.now();
    return {
      state: initialState(this.state.stack, now),
      log: { events: this.log.events, history: [], warnings: [] },
      inbox: [{ kind: 'signal', name: 'apply', payload: apply, at: now }, ...this.inbox],
    };
  }

  private put(input: Input): void {
    this.inbox.push(input);
    this.woken = true;
  }

  private ended(id: string, result: OperationResult): void {
    const { outputs, ...rest } = result;
    if (result.outcome === 'succeeded' && (outputs !== undefined || result.outputsRef !== undefined)) {
      const { outputs: _old, outputsRef: _oldRef, ...log } = this.log;
      const ref = result.outputsRef === undefined ? {} : { outputsRef: result.outputsRef };
      this.log = { ...log, ...defined({ outputs }), ...ref };
    }
    this.running = undefined;
    this.put({ kind: 'ended', id, end: { how: 'completed', result: rest }, at: Date.now() });
  }

  private validate(ask: unknown): void {
    const id = typeof ask === 'object' && ask !== null && 'id' in ask ? ask.id : undefined;
    if (id === undefined || this.running?.id !== id)
      throw new Error('this attempt does not belong to the operation in hand');
  }

  private async answer(ask: BeginAttemptMessage): Promise<BeginAttemptAnswer> {
    const key = `${ask.id}/${ask.attempt}/${++this.asks}`;
    this.put({ kind: 'ask', key, id: ask.id, attempt: ask.attempt, at: Date.now() });
    await condition(() => this.answers.has(key));
    const answer = this.answers.get(key);
    this.answers.delete(key);
    return answer ?? { go: false, reason: 'no answer was recorded' };
  }

  /** What woke the loop, for the Web UI's timeline. */
  private wokenBy(): string {
    const names = this.inbox.map((i) => (i.kind === 'signal' ? i.name : i.kind));
    return names.length === 0 ? 'deadline' : [...new Set(names)].join(', ').slice(0, 200);
  }

  private isHistoryLong(): boolean {
    if (this.ceilingSeen || workflowInfo().historyLength < HISTORY_CEILING) return false;
    this.ceilingSeen = true;
    return true;
  }
}
