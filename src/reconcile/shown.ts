import { defined } from '../stack/defined';
import type { StackMemo } from '../stack/status';
import { isoTime } from '../stack/time';
import { isSuspended, nextRunAt } from './due';
import { clip, type Pass } from './pass';
import { isoOf } from './to-status';
import type { ShownAttributes, StackState } from './state';
import type { Story } from './story';

const MEMO_MESSAGE = 400;
const MEMO_TOKENS = 5;

/** What lists show without waking the workflow; at most 2 KB. */
export function memoOf(pass: Pass, story: Story): StackMemo {
  const { state } = pass;
  return {
    phase: isSuspended(pass) ? 'Suspended' : story.phase,
    ready: story.ready.status === 'True',
    reason: story.reason,
    message: clip(story.message, MEMO_MESSAGE),
    generation: state.spec?.generation ?? 0,
    ...defined({ lastUpdate: lastUpdateOf(state) }),
    ...defined({ next: state.next && nextOf(state.next.reason, nextRunAt(pass)) }),
    served: servedTokens(state),
  };
}

function lastUpdateOf({ lastUpdate }: StackState): StackMemo['lastUpdate'] {
  if (lastUpdate === undefined) return undefined;
  const { name, state, finishedAt, failures } = lastUpdate;
  return { name, state, finishedAt: isoTime(finishedAt), failures };
}

function nextOf(why: string, at: number | undefined): NonNullable<StackMemo['next']> {
  const reason = clip(why, 200);
  return defined({ at: isoOf(at), reason });
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
    ...defined({ pool: pool && clip(pool, 120), lastSuccess: state.lastSuccess?.finishedAt, nextRun }),
    ready: story.ready.status === 'True',
    suspended,
    failures: state.update?.failures ?? state.lastUpdate?.failures ?? 0,
  };
}
