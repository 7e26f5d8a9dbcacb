import { defined } from '../../stack/defined';
import type { FailureClass } from '../../stack/operation';
import { durationText, isoTime } from '../../stack/time';
import { isCounted, parseFailureClass } from '../failures';
import { clip, type Pass } from '../pass';
import type { UpdateInHand } from '../state';
import { recordLast, rememberRevision, serve } from '../updates';
import { fieldsOf, optionalText, PayloadError, type Fields } from './payload';

/** A failing attempt reports itself before it throws (H1, H2). A late or doubled report changes nothing. */
export function reduceAttemptFailed(pass: Pass, payload: unknown): void {
  const message = fieldsOf(payload);
  const report = reportOf(message);
  const { update } = pass.state;
  if (update?.activityId !== report.id || update.phase === 'parked' || update.reported === report.identity) return;
  fail(pass, {
    ...update,
    ...defined({ revision: report.revision }),
    phase: 'backoff',
    reported: report.identity,
    nextAt: pass.now + report.delayMs,
    error: report.error,
    failures: update.failures + (isCounted(report.error.class, report.error.reason) ? 1 : 0),
  });
}

/** Shows a failed attempt: served tokens, last update, event. The update stays in hand. */
export function fail(pass: Pass, update: UpdateInHand): void {
  const { error } = update;
  if (error === undefined) return;
  serve(pass, update, 'failed');
  pass.change({ update });
  recordLast(pass, update, { state: 'failed', message: error.message, failureClass: error.class });
  rememberRevision(pass, update);
  const next =
    update.nextAt === undefined
      ? ''
      : `; next try in ${durationText(update.nextAt - pass.now)} (${isoTime(update.nextAt)})`;
  pass.event('Warning', failureEvent(error.class), `${update.name}: ${error.message}${next}`);
}

/** Event reason of a failed attempt, as the operator names them. */
export function failureEvent(failureClass: FailureClass): string {
  if (failureClass === 'conflict') return 'StackUpdateConflictDetected';
  if (failureClass === 'source') return 'StackInitializationFailure';
  return 'StackUpdateFailure';
}

function reportOf(message: Fields) {
  const { id, attempt, delayMs } = message;
  if (typeof id !== 'string' || typeof attempt !== 'number')
    throw new PayloadError('fields id and attempt are missing');
  if (typeof delayMs !== 'number' || !(delayMs >= 0) || delayMs > 1e12)
    throw new PayloadError('field delayMs is not a delay');
  const reason = optionalText(message, 'reason');
  return {
    id,
    delayMs,
    identity: optionalText(message, 'runToken') ?? `${id}/${attempt}`,
    revision: optionalText(message, 'revision'),
    error: {
      class: parseFailureClass(message.class),
      message: clip(typeof message.message === 'string' ? message.message : 'the attempt failed without a message'),
      ...defined({ reason }),
    },
  };
}
