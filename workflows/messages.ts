import type { StackStatus } from '../src/stack/status';

/** Names and payloads of everything that is sent to a Stack's workflow. No SDK here: clients of any kind import it. */

export const WORKFLOW_TYPE = 'stack';
export const WORKFLOW_QUEUE = 'stackwright';
/** Operations run on `pulumi`, or on `pulumi-<pool>` where the spec names a pool. */
export const operationQueue = (pool?: string): string => (pool === undefined ? 'pulumi' : `pulumi-${pool}`);
/** Look-ups never wait behind operations. */
export const quickQueue = (pool?: string): string => `${operationQueue(pool)}-quick`;

export const SIGNALS = ['apply', 'reconcile', 'suspend', 'resume', 'cancel', 'delete', 'attemptFailed'] as const;
export type SignalName = (typeof SIGNALS)[number];
export type QueryName = 'status' | 'explain' | 'spec' | 'events';
export const BEGIN_ATTEMPT = 'beginAttempt';

export interface ApplyMessage {
  /** The spec as it was written; parsed by the workflow's `decide`. */
  readonly spec: unknown;
  readonly origin: 'direct' | 'kubernetes';
  readonly uid?: string;
  readonly createdAt?: string;
  readonly generation?: number;
  readonly deleting?: boolean;
  readonly tokens?: { readonly pulumi?: string; readonly flux?: string };
  readonly revision?: string;
  readonly seed?: StackStatus;
  readonly queue?: string;
  readonly by?: string;
}
export interface ReconcileMessage {
  /** 1 to 256 bytes, opaque. */
  readonly token: string;
  readonly by?: string;
  readonly reason?: string;
  readonly force?: boolean;
  readonly operation?: 'up' | 'preview' | 'refresh';
}
export interface SuspendMessage {
  readonly reason?: string;
  readonly by?: string;
  /** RFC 3339, or a Go duration from receipt (`2h`). */
  readonly until?: string;
}
export interface ResumeMessage {
  readonly by?: string;
}
export interface CancelMessage {
  readonly by?: string;
  readonly reason?: string;
}
export interface DeleteMessage {
  readonly by?: string;
  /** Ends the management and leaves the resources alone, whatever `destroyOnFinalize` says. */
  readonly orphan?: boolean;
}
/** Sent by a failing attempt to its own workflow, before it throws. */
export interface AttemptFailedMessage {
  readonly id: string;
  readonly attempt: number;
  readonly delayMs: number;
  readonly class: string;
  readonly message: string;
  readonly runToken?: string;
  readonly revision?: string;
  readonly reason?: string;
}
export interface BeginAttemptMessage {
  readonly id: string;
  readonly attempt: number;
}
export type { BeginAttemptAnswer } from '../src/stack/begin-attempt';
