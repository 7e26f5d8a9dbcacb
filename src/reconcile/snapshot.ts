import type { OperationResult } from '../stack/operation';
import type { StackState } from './state';

/** How an operation's activity closed, as the shell saw it: the three ways of `notes` on interrupted activities. */
export type OperationEnd =
  | { readonly how: 'completed'; readonly result: OperationResult }
  | { readonly how: 'failed'; readonly type: string; readonly message: string; readonly result?: OperationResult }
  | { readonly how: 'cancelled' };

/** One thing that woke the loop. Signals arrive as they were sent: judging them is the core's work. */
export type Input =
  | { readonly kind: 'signal'; readonly name: string; readonly payload: unknown; readonly at: number }
  | { readonly kind: 'ask'; readonly key: string; readonly id: string; readonly attempt: number; readonly at: number }
  | { readonly kind: 'ended'; readonly id: string; readonly end: OperationEnd; readonly at: number }
  | { readonly kind: 'looked'; readonly revision?: string; readonly error?: string; readonly at: number }
  | { readonly kind: 'cancelled'; readonly at: number };

/** Everything that one decision may use, at one moment. */
export interface Snapshot {
  /** Workflow time in epoch milliseconds. */
  readonly now: number;
  readonly state: StackState;
  readonly inbox: readonly Input[];
  /** Size of this run's history, for continue-as-new (I4). */
  readonly history: { readonly events: number; readonly bytes: number; readonly signals: number };
}

/** Settings of the worker that a decision depends on. */
export interface DecisionSettings {
  /** Floor of `resyncFrequencySeconds`, in milliseconds. */
  readonly minResyncMs: number;
  readonly continueAsNew: { readonly events: number; readonly bytes: number; readonly signals: number };
  readonly heartbeatTimeoutMs: number;
  /** How long an interrupted operation may take to stop, beyond its own timeout. */
  readonly gracePeriodMs: number;
}

export const DEFAULT_SETTINGS: DecisionSettings = {
  minResyncMs: 60_000,
  continueAsNew: { events: 2_000, bytes: 1_000_000, signals: 2_000 },
  heartbeatTimeoutMs: 30_000,
  gracePeriodMs: 600_000,
};
