import type { PendingOperation, StackDescription } from '../../client';
import type { Progress } from '../../stack/operation';
import { inText } from './ages';

/** One line on what a Stack does or waits for right now. */
export function progressText({ id, phase, reason, memo, operation }: StackDescription, now: number): string {
  const head = `stack/${id.namespace}/${id.name}`;
  if (reason === '') return `${head}: waiting for the first decision`;
  const doing = operation === undefined ? memo?.phase === phase && memo.message : operationText(operation, now);
  return `${head}: ${phase}${doing === false || doing === '' ? '' : `: ${doing}`}`;
}

/** What the operation in hand does. */
export function operationText(pending: PendingOperation, now: number): string {
  const { operation, state, attempt, nextAttemptAt, lastFailure, progress } = pending;
  const head = attempt > 1 ? `attempt ${attempt} of ${operation}` : operation;
  if (state === 'stopping') return `${head} is being interrupted`;
  if (state === 'running') return `${head}, ${progress === undefined ? 'starting' : stepText(progress)}`;
  if (nextAttemptAt === undefined || nextAttemptAt <= now) return `${head} waits for a free worker`;
  const why = lastFailure === undefined ? '' : `; the last one failed: ${firstLine(lastFailure.message)}`;
  return `${head} ${inText(nextAttemptAt, now)}${why}`;
}

function stepText({ phase, done, total, last }: Progress): string {
  if (phase === 'source') return 'fetching the source';
  if (phase === 'dependencies') return 'installing dependencies';
  const count = total === undefined ? `${done} resources` : `${done} of ${total} resources`;
  return last === undefined ? count : `${count}, last ${last}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
