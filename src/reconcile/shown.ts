import type { StackMemo } from '../stack/status';
import { isoTime } from '../stack/time';
import { isSuspended, nextRunAt } from './due';
import { clip, type Pass } from './pass';
import type { ShownAttributes, StackState } from './state';
import type { Story } from './story';

const MEMO_MESSAGE = 400;
const MEMO_TOKENS = 5;

/** What lists show without waking the workflow; at most 2 KB. */
export function memoOf(pass: Pass, story: Story): StackMemo {
  const { state } = pass;
  const { lastUpdate } = state;
  return {
    phase: isSuspended(pass) ? 'Suspended' : story.phase,
    ready: story.ready.status === 'True',
    reason: story.reason,
    message: clip(story.message, MEMO_MESSAGE),
    generation: state.spec?.generation ?? 0,
    ...(lastUpdate === undefined
      ? {}
      : {
          lastUpdate: {
            name: lastUpdate.name,
            state: lastUpdate.state,
            finishedAt: isoTime(lastUpdate.finishedAt),
            failures: lastUpdate.failures,
          },
        }),
    ...(state.next === undefined ? {} : { next: nextOf(state.next.reason, nextRunAt(pass)) }),
    served: servedTokens(state),
  };
}

function nextOf(why: string, at: number | undefined): NonNullable<StackMemo['next']> {
  const reason = clip(why, 200);
  return at === undefined ? { reason } : { at: isoTime(at), reason };
}

function servedTokens(state: StackState): NonNullable<StackMemo['served']> {
  return state.requests
    .filter((r) => r.outcome !== undefined && r.update !== undefined)
    .slice(-MEMO_TOKENS)
    .map((r) => ({ token: clip(r.token, 64), outcome: r.outcome ?? '', update: r.update ?? '' }));
}

/** Values of the search attributes; each is cut before it is set: a longer one would end the workflow (A7). */
export function attributesOf(pass: Pass, story: Story): ShownAttributes {
  const { state } = pass;
  const suspended = isSuspended(pass);
  const pool = state.spec?.spec.workerPool;
  const nextRun = nextRunAt(pass);
  return {
    phase: suspended ? 'Suspended' : story.phase,
    reason: clip(story.reason, 120),
    namespace: state.stack.namespace,
    ...(pool === undefined ? {} : { pool: clip(pool, 120) }),
    ready: story.ready.status === 'True',
    suspended,
    failures: state.update?.failures ?? state.lastUpdate?.failures ?? 0,
    ...(state.lastSuccess === undefined ? {} : { lastSuccess: state.lastSuccess.finishedAt }),
    ...(nextRun === undefined ? {} : { nextRun }),
  };
}
