import { defaultPayloadConverter } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { pendingOperation } from '../../../src/client/pending-operation';
import { lastHostIn } from '../../../src/client/last-host';

const {
  PENDING_ACTIVITY_STATE_SCHEDULED: SCHEDULED,
  PENDING_ACTIVITY_STATE_STARTED: STARTED,
  PENDING_ACTIVITY_STATE_CANCEL_REQUESTED: CANCEL_REQUESTED,
} = temporal.api.enums.v1.PendingActivityState;
type Activity = Parameters<typeof pendingOperation>[0][number];

const activity = (difference: Partial<Activity> = {}): Activity => ({
  activityId: 'up-3',
  activityType: { name: 'runOperation' },
  state: STARTED,
  attempt: 1,
  ...difference,
});
const read = (...activities: Activity[]) => pendingOperation(activities, {});
const payloads = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });
const ours = { applicationFailureInfo: { type: 'provider' } };

describe('pendingOperation', () => {
  it('is none when only decisions are pending', async () => {
    expect(await read(activity({ activityType: { name: 'decide' } }))).toBeUndefined();
  });

  it.each([
    { state: SCHEDULED, is: 'waiting' },
    { state: STARTED, is: 'running' },
    { state: CANCEL_REQUESTED, is: 'stopping' },
  ])('is $is in state $state', async ({ state, is }) => {
    expect(await read(activity({ state }))).toMatchObject({ operation: 'up', state: is });
  });

  it('has progress and host from heartbeat and identity (E2)', async () => {
    const progress = { phase: 'pulumi', done: 3, total: 9 };
    const heartbeatDetails = payloads({ runToken: 'r', progress });
    expect(await read(activity({ heartbeatDetails, lastWorkerIdentity: '12@worker-3' }))).toMatchObject({
      progress,
      host: 'worker-3',
    });
  });

  it('tells when the next attempt is due, only while it waits for it', async () => {
    const scheduledTime = { seconds: 1_000 as never, nanos: 5e8 };
    expect(await read(activity({ state: SCHEDULED, scheduledTime }))).toMatchObject({ nextAttemptAt: 1_000_500 });
    expect(await read(activity({ scheduledTime }))).not.toHaveProperty('nextAttemptAt');
  });

  it.each([
    { kind: 'short', lastFailure: { message: 'quota', ...ours } },
    {
      kind: 'wrapped, as the server does above 4 KB',
      lastFailure: { message: 'Failure exceeds size limit.', cause: { message: 'quota', ...ours } },
    },
  ])('tells the last failure when it is $kind', async ({ lastFailure }) => {
    expect(await read(activity({ lastFailure }))).toMatchObject({
      lastFailure: { type: 'provider', message: 'quota' },
    });
  });
});

describe('lastHostIn', () => {
  const scheduled = (id: number, name: string) => ({
    eventId: id as never,
    activityTaskScheduledEventAttributes: { activityType: { name } },
  });
  const started = (of: number, identity: string) => ({
    activityTaskStartedEventAttributes: { scheduledEventId: of as never, identity },
  });

  it('is the host of the newest operation, not that of a later decision', () => {
    const newestFirst = [
      ...[started(9, '1@decider'), scheduled(9, 'decide')],
      ...[started(5, '2@runner'), scheduled(5, 'runOperation')],
      ...[started(2, '3@older'), scheduled(2, 'runOperation')],
    ];
    expect(lastHostIn(newestFirst)).toBe('runner');
  });

  it('is unknown when no operation was started', () => {
    expect(lastHostIn([scheduled(5, 'runOperation')])).toBeUndefined();
  });
});
