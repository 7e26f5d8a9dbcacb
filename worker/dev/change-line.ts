import type { StackSummary } from '../../src/client';
import { workflowIdOf } from '../../src/stack/stack-id';
import type { StackMemo } from '../../src/stack/status';

/** One line for people on what changed since the last look; undefined when nothing did that is worth a line. */
export function changeLine(before: StackSummary | undefined, now: StackSummary): string | undefined {
  if (now.memo === undefined || markOf(before?.memo) === markOf(now.memo)) return undefined;
  const { phase, reason, message } = now.memo;
  return `${workflowIdOf(now.id)} ${phase} (${reason}): ${message}`;
}

function markOf(memo: StackMemo | undefined): string | undefined {
  if (memo === undefined) return undefined;
  const { phase, reason, generation, lastUpdate } = memo;
  return JSON.stringify([phase, reason, generation, lastUpdate?.name, lastUpdate?.state]);
}
