import type { OperationRequest, OperationResult } from '../src/stack/operation';
import type { StackSpec } from '../src/stack/spec';
import type { StackId } from '../src/stack/stack-id';
import type { Decision } from '../src/reconcile/decision';
import type { Snapshot } from '../src/reconcile/snapshot';

/** On the workflow's own queue: takes every decision, so that each stands in history with its reason (A5). */
export interface DecisionActivities {
  decide(snapshot: Snapshot): Promise<Decision>;
}

/** On the operation queues: one call is one update, over all its attempts. Throws when an attempt failed. */
export interface OperationActivities {
  runOperation(request: OperationRequest): Promise<OperationResult>;
}

export interface LookRequest {
  readonly stack: StackId;
  readonly spec: StackSpec;
}

/** On the quick queues: look-ups that never wait behind an operation. */
export interface QuickActivities {
  /** The newest revision of the source, `<branch>@sha1:<commit>`. */
  resolveRevision(request: LookRequest): Promise<{ readonly revision: string }>;
}
