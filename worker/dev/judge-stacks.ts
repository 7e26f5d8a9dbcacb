import type { StackSummary } from '../../src/client';
import { workflowIdOf, type StackId } from '../../src/stack/stack-id';
import type { StackMemo } from '../../src/stack/status';

/** A Stack that is waited for. */
export interface WantedStack {
  readonly id: StackId;
  /** What is said of an older generation does not count. */
  readonly generation: number;
  /** A request that has to be served first; undefined: none was sent. */
  readonly token?: string;
}

/** How far the wanted Stacks are; the lines say it of each that is not Ready. */
export interface Verdict {
  readonly type: 'ready' | 'waiting' | 'stalled';
  readonly lines: readonly string[];
}

/** Ready when all are; stalled as soon as one is, since only its user can change that. */
export function judgeStacks(wanted: readonly WantedStack[], seen: readonly StackSummary[]): Verdict {
  const memos = new Map(seen.map(({ id, memo }) => [workflowIdOf(id), memo]));
  const judged = wanted.map((stack) => ({ stack, memo: memos.get(workflowIdOf(stack.id)) }));
  const stalled = judged.filter(({ stack, memo }) => isStalled(stack, memo));
  if (stalled.length > 0) return { type: 'stalled', lines: stalled.map(lineOf) };
  const missing = judged.filter(({ stack, memo }) => !isReady(stack, memo));
  return { type: missing.length === 0 ? 'ready' : 'waiting', lines: missing.map(lineOf) };
}

/** A refused spec never gets into force, so that its generation says nothing here. */
function isStalled(stack: WantedStack, memo: StackMemo | undefined): boolean {
  if (memo?.phase !== 'Stalled') return false;
  return memo.reason === 'SpecInvalid' || isUpToDate(stack, memo);
}

function isReady(stack: WantedStack, memo: StackMemo | undefined): boolean {
  return memo?.phase === 'Ready' && memo.ready && isUpToDate(stack, memo);
}

function isUpToDate({ generation, token }: WantedStack, memo: StackMemo): boolean {
  const isServed = token === undefined || (memo.served ?? []).some((served) => served.token === token);
  return memo.generation >= generation && isServed;
}

function lineOf({ stack, memo }: { readonly stack: WantedStack; readonly memo: StackMemo | undefined }): string {
  const name = workflowIdOf(stack.id);
  return memo === undefined ? `${name} was not seen yet` : `${name} is ${memo.phase} (${memo.reason}): ${memo.message}`;
}
