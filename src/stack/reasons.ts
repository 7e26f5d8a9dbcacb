/** Reasons of the Ready condition. `ManagementEnded` goes with status Unknown (contract A8). */
export type ReadyReason = 'ProcessingCompleted' | 'NotReadyInProgress' | 'NotReadyStalled' | 'ManagementEnded';

/** Reasons of the Reconciling condition: the operator's three, then ours. */
export type ReconcilingReason =
  | 'StackProcessing'
  | 'RetryingAfterFailure'
  | 'PrerequisiteNotSatisfied'
  | 'PreflightNotReady'
  | 'PreflightFailed'
  | 'WaitingForWindow'
  | 'WaitingForApproval'
  | 'WaitingForReference'
  | 'UpdateConflict';

/** Reasons of the Stalled condition: the operator's six, then ours. */
export type StalledReason =
  | 'SpecInvalid'
  | 'SourceUnavailable'
  | 'UpdateConflict'
  | 'PulumiVersionTooLow'
  | 'WorkspaceFailed'
  | 'UpdateFailed'
  | 'PreviewFailed'
  | 'PrerequisiteCycle'
  | 'PreflightRejected'
  | 'PreflightTimedOut'
  | 'UpdateRejected'
  | 'UpdateCancelled'
  | 'StackClaimed'
  | 'DestroyBlocked'
  | 'InternalError';

/** The one word a Stack is listed under. */
export type Phase = 'Pending' | 'Waiting' | 'Running' | 'Ready' | 'BackingOff' | 'Stalled' | 'Suspended' | 'Deleting';
