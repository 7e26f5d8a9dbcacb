import type { Cause, Operation } from '../stack/operation';
import type { HistoryEntryStatus, KubeEvent } from '../stack/status';
import type { BeginAttemptAnswer } from '../stack/begin-attempt';
import type { StackState } from './state';

/** What the shell is to start: the spec itself is in the state. */
export interface RunOrder {
  readonly activityId: string;
  readonly operation: Operation;
  readonly update: string;
  readonly cause: Cause;
  readonly generation: number;
  readonly revision?: string;
  readonly failures: number;
  readonly attemptsBefore: number;
  readonly pool?: string;
  readonly startToCloseMs: number;
  readonly heartbeatTimeoutMs: number;
}

/** What comes next; each with the reason (a word) and the message (a sentence) that people see. */
export type Outcome = (
  | { readonly type: 'run'; readonly order: RunOrder }
  | { readonly type: 'look'; readonly pool?: string; readonly until?: number }
  | { readonly type: 'interrupt' }
  | { readonly type: 'wait'; readonly until?: number }
  | { readonly type: 'continueAsNew' }
  /** `heir`: the apply that the next life begins with (A10). `cancelled`: close as Cancelled (A8). */
  | { readonly type: 'complete'; readonly heir?: unknown; readonly cancelled?: boolean }
) & { readonly reason: string; readonly message: string };

/** One recorded decision: the outcome and the changed fields only, so that history does not grow with the state. */
export type Decision = Outcome & {
  readonly version: number;
  readonly changed: Partial<StackState>;
  /** Fields that are gone; `undefined` does not survive JSON. */
  readonly removed: readonly (keyof StackState)[];
  readonly events: readonly KubeEvent[];
  readonly finished: readonly HistoryEntryStatus[];
  readonly warnings: readonly string[];
  readonly answers: readonly { readonly key: string; readonly answer: BeginAttemptAnswer }[];
};
