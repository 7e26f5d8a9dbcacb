import type { DataConverter } from '@temporalio/client';
import { decodeArrayFromPayloads, loadDataConverter } from '@temporalio/common/lib/internal-non-workflow';
import { temporal } from '@temporalio/proto';
import { defined } from '../stack/defined';
import type { AttemptRecord, Progress } from '../stack/operation';
import type { PendingOperation } from './stack-client';

type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;
type Failure = temporal.api.failure.v1.IFailure;
const { PendingActivityState } = temporal.api.enums.v1;

/** Type of the activity that carries an operation. */
export const OPERATION_ACTIVITY = 'runOperation';

/** What an attempt tells in its heartbeats. */
interface Heartbeat {
  readonly progress?: Progress;
  readonly record?: AttemptRecord;
}

/** Finds the operation among the pending activities; undefined when none is in hand. */
export async function pendingOperation(
  activities: readonly PendingActivity[],
  converter: DataConverter,
): Promise<PendingOperation | undefined> {
  const activity = activities.find(({ activityType }) => activityType?.name === OPERATION_ACTIVITY);
  if (activity === undefined) return undefined;
  const heartbeat = await heartbeatOf(activity, converter);
  const state = stateOf(activity);
  return {
    operation: activity.activityId?.split('-', 1)[0] ?? '',
    state,
    attempt: activity.attempt ?? 1,
    ...defined({
      nextAttemptAt: state === 'waiting' ? momentOf(activity.scheduledTime) : undefined,
      lastFailure: failureOf(activity.lastFailure),
      progress: heartbeat.progress,
      host: hostOf(activity.lastWorkerIdentity) ?? heartbeat.record?.host,
    }),
  };
}

/** The machine in an identity as the SDK makes it, `pid@host`; undefined for any other. */
export function hostOf(identity: string | null | undefined): string | undefined {
  return /^\d+@(.+)$/.exec(identity ?? '')?.[1];
}

function stateOf({ state }: PendingActivity): PendingOperation['state'] {
  if (state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED) return 'running';
  return state === PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED ? 'stopping' : 'waiting';
}

/** A failure over 4 KB is wrapped by the server: what happened stands in its cause. */
function failureOf(failure: Failure | null | undefined): PendingOperation['lastFailure'] {
  if (failure === null || failure === undefined) return undefined;
  const wrapped = failure.applicationFailureInfo === undefined || failure.applicationFailureInfo === null;
  const real = wrapped && failure.cause ? failure.cause : failure;
  return { ...defined({ type: real.applicationFailureInfo?.type ?? undefined }), message: real.message ?? '' };
}

/** What cannot be decoded tells nothing: progress is for people, and the next heartbeat is seconds away. */
async function heartbeatOf({ heartbeatDetails }: PendingActivity, converter: DataConverter): Promise<Heartbeat> {
  const [details] = await decodeArrayFromPayloads(loadDataConverter(converter), heartbeatDetails?.payloads);
  return typeof details === 'object' && details !== null ? details : {};
}

function momentOf(time: PendingActivity['scheduledTime']): number | undefined {
  if (time === null || time === undefined) return undefined;
  return Number(time.seconds ?? 0) * 1_000 + (time.nanos ?? 0) / 1e6;
}
