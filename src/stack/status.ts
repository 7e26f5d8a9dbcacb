import type { Cause, ChangeCounts, FailureClass, Operation, ProjectInfo } from './operation';
import type { Phase } from './reasons';

/** A Kubernetes condition; times are RFC 3339. */
export interface Condition {
  readonly type: 'Ready' | 'Reconciling' | 'Stalled' | 'Suspended' | 'Drifted';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
  readonly lastTransitionTime: string;
}

/** One reconciliation request in the ring of the last ten (contract C2). */
export interface ReconcileRequestStatus {
  readonly token: string;
  readonly channel: 'pulumi' | 'flux' | 'signal';
  readonly by?: string;
  readonly seenAt: string;
  readonly state: 'queued' | 'running' | 'served' | 'superseded';
  readonly outcome?: 'succeeded' | 'failed' | 'cancelled';
  readonly update?: string;
}

/** The update that runs or backs off. The first four are the operator's. */
export interface CurrentUpdateStatus {
  readonly name: string;
  readonly generation: number;
  readonly reconcileRequest?: string;
  readonly commit?: string;
  readonly operation: Operation;
  readonly cause: Cause;
  readonly by?: string;
  readonly startedAt: string;
  readonly attempt: number;
}

/** The last finished attempt's update. Up to `failures` the operator's fields, then ours. */
export interface LastUpdateStatus {
  readonly name: string;
  readonly type: Operation;
  readonly state: 'succeeded' | 'failed';
  readonly message?: string;
  readonly generation: number;
  readonly reconcileRequest?: string;
  readonly lastAttemptedCommit?: string;
  readonly lastSuccessfulCommit?: string;
  readonly permalink?: string;
  readonly lastResyncTime: string;
  readonly failures: number;
  readonly operation: Operation;
  readonly cause: Cause;
  readonly by?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly attempts: number;
  readonly changes?: ChangeCounts;
  readonly failureClass?: FailureClass;
}

/** One finished update in `history` (the last ten). */
export interface HistoryEntryStatus {
  readonly name: string;
  readonly operation: Operation;
  readonly cause: Cause;
  readonly by?: string;
  readonly generation: number;
  readonly revision?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly attempts: number;
  readonly state: 'succeeded' | 'failed' | 'cancelled';
  readonly changes?: ChangeCounts;
  readonly message?: string;
  readonly failureClass?: FailureClass;
}

/** What the `status` query answers: the operator's status to the letter, ours beside it. Times are RFC 3339. */
export interface StackStatus {
  readonly phase: Phase;
  readonly observedGeneration: number;
  readonly observedReconcileRequest?: string;
  readonly lastHandledReconcileAt?: string;
  readonly conditions: readonly Condition[];
  readonly projectInfo?: ProjectInfo;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly outputsRef?: string;
  readonly currentUpdate?: CurrentUpdateStatus;
  readonly lastUpdate?: LastUpdateStatus;
  readonly reconcileRequests: readonly ReconcileRequestStatus[];
  readonly history: readonly HistoryEntryStatus[];
  readonly next?: { readonly at?: string; readonly reason: string };
  readonly retry?: { readonly failures: number; readonly nextAt: string };
  readonly suspension?: {
    readonly by: 'spec' | 'signal';
    readonly reason?: string;
    readonly owner?: string;
    readonly since: string;
    readonly until?: string;
  };
  readonly warnings: readonly string[];
}

/** What `explain` answers. */
export interface Explanation {
  readonly sentence: string;
  readonly waitingFor: readonly {
    readonly kind: string;
    readonly detail: string;
    readonly since: string;
    readonly until?: string;
  }[];
  readonly next: { readonly at?: string; readonly reason: string } | null;
  readonly decision: { readonly at: string; readonly type: string; readonly reason: string; readonly message: string };
}

/** An event as a cluster would get it; `note` is for people. */
export interface KubeEvent {
  readonly at: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly note: string;
}

/** The memo `stack`: what lists are made of, without waking any workflow; at most 2 KB. */
export interface StackMemo {
  readonly phase: Phase;
  readonly ready: boolean;
  readonly reason: string;
  readonly message: string;
  readonly generation: number;
  readonly lastUpdate?: {
    readonly name: string;
    readonly state: 'succeeded' | 'failed';
    readonly finishedAt: string;
    readonly failures: number;
  };
  readonly next?: { readonly at?: string; readonly reason: string };
  /** The newest token served and how it ended, so that clients wait without queries. */
  readonly served?: readonly { readonly token: string; readonly outcome: string; readonly update: string }[];
}
