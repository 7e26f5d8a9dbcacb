import type { StackId } from './stack-id';
import type { StackSpec } from './spec';

/** What Pulumi can be asked to do with a stack. */
export type Operation = 'up' | 'preview' | 'refresh' | 'destroy';

/** Why an update started. */
export type Cause =
  | 'created'
  | 'generationChanged'
  | 'revisionChanged'
  | 'reconcileRequested'
  | 'resync'
  | 'prerequisiteFreshness'
  | 'referenceChanged'
  | 'resumed'
  | 'driftCorrection'
  | 'deletion';

/** Sorts a failure by what has to happen next; the table is `src/pulumi/classify-failure.ts`. */
export type FailureClass =
  | 'program'
  | 'config'
  | 'credentials'
  | 'source'
  | 'plugin'
  | 'policy'
  | 'provider'
  | 'conflict'
  | 'timeout'
  | 'cancelled'
  | 'backend'
  | 'lost'
  | 'internal';

/** How many resources an operation touched, by what it did to them. */
export interface ChangeCounts {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly same: number;
}

/** Project name and runtime, as the operator reports them. */
export interface ProjectInfo {
  readonly name: string;
  readonly runtime: string;
}

/** Where one attempt runs; travels in heartbeats so that the next attempt can find what is left of it. */
export interface AttemptRecord {
  readonly runToken: string;
  readonly host: string;
  readonly bootId: string;
  /** Process id of the Pulumi CLI; undefined before it is spawned. */
  readonly pid?: number;
  /** Field 22 of /proc/PID/stat: with the boot id it tells a process from a later one of the same number. */
  readonly startTicks?: number;
}

/** How far an operation is; resources, not bytes. `total` is unknown until Pulumi's state was read. */
export interface Progress {
  readonly phase: 'source' | 'dependencies' | 'pulumi';
  readonly done: number;
  readonly total?: number;
  readonly last?: string;
}

/** Everything an attempt needs; secrets only as references. */
export interface OperationRequest {
  readonly stack: StackId;
  readonly operation: Operation;
  /** Name of the update, `<stack>-<n>`: the same for all of its attempts. */
  readonly update: string;
  readonly cause: Cause;
  readonly generation: number;
  readonly spec: StackSpec;
  /** The revision to run; undefined: the newest one is looked up by the attempt, which reports it. */
  readonly revision?: string;
  /** Project of the last good run: lets a destroy go on when the source is gone. */
  readonly project?: ProjectInfo;
  /** Failures in a row before this attempt: the exponent of its backoff. */
  readonly failures: number;
  /** Attempts that this update had before this activity was started (a parked backoff goes on). */
  readonly attemptsBefore: number;
}

/** How an attempt ended. */
export interface OperationResult {
  /** `stopped`: it asked before it began and was told not to; nothing ran. */
  readonly outcome: 'succeeded' | 'failed' | 'cancelled' | 'stopped';
  readonly revision?: string;
  readonly changes?: ChangeCounts;
  /** Outputs with secret values as `[secret]`; undefined when there are none or when they are stored. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Where the outputs are stored when they are too big to travel (over 64 KiB). */
  readonly outputsRef?: string;
  readonly project?: ProjectInfo;
  readonly permalink?: string;
  readonly failure?: OperationFailure;
  /** What a person should know though it succeeded, such as a claim that was taken over. */
  readonly warnings?: readonly string[];
  readonly runToken?: string;
  /** Wall time of the attempt in milliseconds. */
  readonly durationMs?: number;
}

/** Why an attempt failed, sorted. */
export interface OperationFailure {
  readonly class: FailureClass;
  /** Names the resource and the cause in one line of at most 1,000 characters; masked. */
  readonly message: string;
  /** Retrying without a change of spec, source or credentials cannot help. */
  readonly permanent: boolean;
  /** Condition reason, where the class alone does not give it. */
  readonly reason?: string;
}
