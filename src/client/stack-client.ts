import type { Progress } from '../stack/operation';
import type { Phase } from '../stack/reasons';
import type { StackSpec } from '../stack/spec';
import type { StackId } from '../stack/stack-id';
import type { Explanation, KubeEvent, StackMemo, StackStatus } from '../stack/status';
import type {
  ApplyMessage,
  CancelMessage,
  DeleteMessage,
  ReconcileMessage,
  ResumeMessage,
  SuspendMessage,
} from '../../workflows/messages';
import type { ConnectionTarget } from './connection-target';
import type { ServerReport } from './server-report';

/** What lists show of a Stack: from memo and search attributes, without waking its workflow. Times in epoch ms. */
export interface StackSummary {
  readonly id: StackId;
  /** When this run of the workflow began; continue-as-new begins a new one. */
  readonly startedAt: number;
  readonly phase: Phase;
  readonly ready: boolean;
  /** Empty until the first decision. */
  readonly reason: string;
  /** As of the last decision to wait: it keeps what it says while an operation runs. Undefined until the first one. */
  readonly memo?: StackMemo;
  readonly suspended: boolean;
  /** Failures in a row. */
  readonly failures: number;
  readonly pool?: string;
  readonly lastSuccess?: number;
  readonly nextRun?: number;
  /** Another one when anything has happened in the workflow. */
  readonly mark: string;
}

/** An operation that runs or waits for its next attempt, as the server knows it. Times in epoch ms. */
export interface PendingOperation {
  /** `up`, `preview`, `refresh` or `destroy`. */
  readonly operation: string;
  readonly state: 'running' | 'waiting' | 'stopping';
  readonly attempt: number;
  /** When the next attempt is due; undefined while one runs. */
  readonly nextAttemptAt?: number;
  readonly lastFailure?: { readonly type?: string; readonly message: string };
  /** Of the last heartbeat; undefined before the first. */
  readonly progress?: Progress;
  /** Name of the machine whose worker has it, or had it last. */
  readonly host?: string;
}

/** One Stack in the present tense: never from visibility, so it is never late. */
export interface StackDescription extends StackSummary {
  readonly operation?: PendingOperation;
}

/**
 * Speaks to the Stacks of one Temporal namespace. Messages are delivered when the call returns, not acted on. All methods
 * reject with ConnectionError, NotFoundError (except `apply` and `list`) or, where an answer of the workflow is needed,
 * NoWorkerError; every call has a deadline.
 */
export interface StackClient {
  readonly target: ConnectionTarget;
  /** Sends the whole desired state; starts the workflow where there is none. */
  apply(stack: StackId, message: ApplyMessage): Promise<void>;
  reconcile(stack: StackId, message: ReconcileMessage): Promise<void>;
  suspend(stack: StackId, message: SuspendMessage): Promise<void>;
  resume(stack: StackId, message: ResumeMessage): Promise<void>;
  cancel(stack: StackId, message: CancelMessage): Promise<void>;
  delete(stack: StackId, message: DeleteMessage): Promise<void>;
  status(stack: StackId): Promise<StackStatus>;
  explain(stack: StackId): Promise<Explanation>;
  /** The spec in force with defaults filled in; undefined before the first one was accepted. */
  spec(stack: StackId): Promise<StackSpec | undefined>;
  /** The last 50, oldest first. */
  events(stack: StackId): Promise<readonly KubeEvent[]>;
  describe(stack: StackId): Promise<StackDescription>;
  /** All Stacks under management, by name; from visibility, which may lag behind a little. */
  list(namespace?: string): Promise<readonly StackSummary[]>;
  /** Name of the machine that ran the last operation; undefined when history does not tell. */
  lastHost(stack: StackId): Promise<string | undefined>;
  /** What `stackctl check` shows. */
  inspectServer(): Promise<ServerReport>;
  close(): Promise<void>;
}
