import type { HistoryEntryStatus, KubeEvent } from '../src/stack/status';
import { stackIdOf, type StackId } from '../src/stack/stack-id';
import { initialState, STATE_VERSION, type StackState } from '../src/reconcile/state';
import type { Decision } from '../src/reconcile/decision';
import type { Input } from '../src/reconcile/snapshot';

/** What only grows and no decision needs; bounded, and kept out of the snapshots. */
export interface StackLog {
  readonly events: readonly KubeEvent[];
  readonly history: readonly HistoryEntryStatus[];
  readonly warnings: readonly string[];
  /** Outputs of the last good `up`, masked. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly outputsRef?: string;
}

/** What a run hands to the next one at continue-as-new. */
export interface Carried {
  readonly state: StackState;
  readonly log: StackLog;
  readonly inbox: readonly Input[];
}

const EVENTS = 50;
const HISTORY = 10;
const WARNINGS = 10;

/** Takes up what the run before handed over; a Stack that starts, or was started by hand with an odd input, begins empty. */
export function takeUp(carried: unknown, workflowId: string, now: number): Carried {
  if (isCarried(carried)) {
    if (carried.state.version > STATE_VERSION)
      throw new Error('the state was written by a newer release: waiting for a newer worker');
    return carried;
  }
  const warnings =
    carried === undefined ? [] : ['the workflow was started with an input that is not ours; it was ignored'];
  return { state: initialState(idOf(workflowId), now), log: { events: [], history: [], warnings }, inbox: [] };
}

function idOf(workflowId: string): StackId {
  return stackIdOf(workflowId) ?? { namespace: 'invalid', name: 'invalid' };
}

function isCarried(value: unknown): value is Carried {
  if (typeof value !== 'object' || value === null) return false;
  const { state, log, inbox } = value as Partial<Carried>;
  return typeof state?.version === 'number' && Array.isArray(log?.events) && Array.isArray(inbox);
}

/** Works a decision's changes into the state. */
export function changedBy(state: StackState, decision: Decision): StackState {
  const next: Record<string, unknown> = { ...state, ...decision.changed };
  for (const key of decision.removed) Reflect.deleteProperty(next, key);
  return next as unknown as StackState;
}

/** Appends what a decision has to tell; the oldest entries go. */
export function logged(log: StackLog, decision: Pick<Decision, 'events' | 'finished' | 'warnings'>): StackLog {
  return {
    ...log,
    events: [...log.events, ...decision.events].slice(-EVENTS),
    history: [...log.history, ...decision.finished].slice(-HISTORY),
    warnings: [...log.warnings, ...decision.warnings].slice(-WARNINGS),
  };
}
