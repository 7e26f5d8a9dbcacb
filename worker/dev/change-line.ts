import type { StackMemo } from '../../src/stack/status';

/** What the list of Stacks says of one. */
export interface StackRow {
  /** `<namespace>/<name>`. */
  readonly id: string;
  /** Undefined until its first decision. */
  readonly memo?: StackMemo;
}

/** One line for people on what changed since the last look; undefined when nothing did that is worth a line. */
export function changeLine(before: StackRow | undefined, now: StackRow): string | undefined {
  if (now.memo === undefined || markOf(before?.memo) === markOf(now.memo)) return undefined;
  const { phase, message, lastUpdate } = now.memo;
  const update = lastUpdate === undefined ? '' : ` [${lastUpdate.name} ${lastUpdate.state}]`;
  return `${now.id}: ${phase}${update} ${message}`.trimEnd();
}

function markOf(memo: StackMemo | undefined): string | undefined {
  return memo && JSON.stringify([memo.phase, memo.reason, memo.generation, memo.lastUpdate?.name, memo.lastUpdate?.state]);
}
