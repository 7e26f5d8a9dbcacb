import type { Cause, ChangeCounts, FailureClass, Operation, ProjectInfo } from '../stack/operation';
import type { Phase } from '../stack/reasons';
import type { StackSpec } from '../stack/spec';
import type { StackId } from '../stack/stack-id';
import type { Condition, StackMemo } from '../stack/status';

/** Version of carried state and decisions; a worker that meets a newer one leaves it to a newer worker (A5). */
export const STATE_VERSION = 1;

export type Channel = 'pulumi' | 'flux' | 'signal';

/** One reconciliation request in the ring (C2). Times are epoch milliseconds here and everywhere in the core. */
export interface ReconcileRequest {
  readonly token: string;
  readonly channel: Channel;
  readonly by?: string;
  readonly seenAt: number;
  readonly state: 'queued' | 'running' | 'served' | 'superseded';
  readonly operation: 'up' | 'preview' | 'refresh';
  readonly force?: boolean;
  readonly outcome?: 'succeeded' | 'failed' | 'cancelled';
  readonly update?: string;
}

/** What stops an operation or its backoff, and so what becomes of the update. */
export type Interruption = 'cancel' | 'newInput' | 'park' | 'managementEnded';

/** The update in hand: one operation under one name, over all its attempts (E4). */
export interface UpdateInHand {
  readonly name: string;
  readonly operation: Operation;
  readonly cause: Cause;
  readonly by?: string;
  readonly generation: number;
  readonly revision?: string;
  readonly startedAt: number;
  /** The activity that carries it; a parked update gets a new one when it goes on. */
  readonly activityId: string;
  readonly series: number;
  readonly phase: 'running' | 'backoff' | 'parked';
  /** Attempts begun, this one included. */
  readonly attempts: number;
  /** Attempts that the activities before this one had. */
  readonly attemptsBefore: number;
  readonly failures: number;
  /** Identity of the last attempt that reported a failure: a report that comes twice counts once. */
  readonly reported?: string;
  readonly nextAt?: number;
  readonly error?: { readonly class: FailureClass; readonly message: string; readonly reason?: string };
  /** Someone asked to cancel it (K2). */
  readonly cancelAsked?: boolean;
  /** The shell was told to interrupt it, or its attempt was told to stop. */
  readonly interruption?: Interruption;
}

/** The last update of the stack that ended, or whose last attempt failed. */
export interface LastUpdate {
  readonly name: string;
  readonly operation: Operation;
  readonly cause: Cause;
  readonly by?: string;
  readonly generation: number;
  readonly revision?: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly attempts: number;
  readonly state: 'succeeded' | 'failed';
  readonly failures: number;
  readonly message?: string;
  readonly failureClass?: FailureClass;
  readonly changes?: ChangeCounts;
  readonly permalink?: string;
  readonly reconcileRequest?: string;
}

/** A state that only a change of spec, source, credentials or a request ends. */
export interface Stall {
  readonly reason: string;
  readonly message: string;
  readonly since: number;
}

/** What the workflow carries and every decision sees. Log-like data lives in `StackLog`, outside the snapshot. */
export interface StackState {
  readonly version: number;
  readonly stack: StackId;
  readonly since: number;
  readonly origin?: 'direct' | 'kubernetes';
  readonly uid?: string;
  readonly spec?: { readonly generation: number; readonly spec: StackSpec; readonly acceptedAt: number };
  /** A spec that was refused after the one in force. */
  readonly refused?: { readonly generation: number; readonly message: string };
  readonly requests: readonly ReconcileRequest[];
  /** Last value of each channel; kept apart from the ring (C2). */
  readonly observed: Readonly<Partial<Record<Channel, string>>>;
  readonly update?: UpdateInHand;
  readonly updates: number;
  readonly lastUpdate?: LastUpdate;
  readonly lastSuccess?: { readonly finishedAt: number; readonly generation: number; readonly revision?: string };
  /** What the last started update had: anything else is new input (H3). */
  readonly attempted?: { readonly generation: number; readonly at: number; readonly revision?: string };
  /** Newest revision that was seen and when, and when the last look ended, well or badly. */
  readonly source?: {
    readonly revision?: string;
    readonly seenAt?: number;
    readonly lookedAt: number;
    readonly error?: string;
  };
  readonly looking?: { readonly since: number };
  readonly stall?: Stall;
  readonly suspension?: {
    readonly by?: string;
    readonly reason?: string;
    readonly since: number;
    readonly until?: number;
  };
  /** A resume, or a repeated delete: one run is owed, whatever else (K1). */
  readonly runOwed?: boolean;
  readonly deletion?: { readonly since: number; readonly by?: string; readonly orphan: boolean };
  /** An apply that came while the Stack is being deleted; it starts the next life (A10). */
  readonly heir?: unknown;
  readonly managementEnded?: boolean;
  readonly project?: ProjectInfo;
  readonly usualDurationMs?: number;
  readonly conditions: readonly Condition[];
  readonly phase: Phase;
  readonly next?: { readonly at?: number; readonly reason: string };
  readonly decision?: {
    readonly at: number;
    readonly type: string;
    readonly reason: string;
    readonly message: string;
  };
  /** Memo and search attributes as last shown: a decision that changes them is what makes the shell write them. */
  readonly memo?: StackMemo;
  readonly attributes?: ShownAttributes;
}

/** Values of the search attributes; a missing one is removed. */
export interface ShownAttributes {
  readonly phase: string;
  readonly reason: string;
  readonly namespace: string;
  readonly pool?: string;
  readonly ready: boolean;
  readonly suspended: boolean;
  readonly failures: number;
  readonly lastSuccess?: number;
  readonly nextRun?: number;
}

/** The state of a Stack that nobody has applied yet. */
export function initialState(stack: StackId, now: number): StackState {
  return {
    version: STATE_VERSION,
    stack,
    since: now,
    requests: [],
    observed: {},
    updates: 0,
    conditions: [],
    phase: 'Pending',
  };
}
