import { defined } from '../../stack/defined';
import { parseDuration } from '../../stack/duration';
import type { Pass } from '../pass';
import { fieldsOf, optionalText, optionalTexts, PayloadError, type Fields } from './payload';

/** `suspend`: finishes what runs, starts nothing (K1). */
export function reduceSuspend(pass: Pass, payload: unknown): void {
  const message = fieldsOf(payload ?? {});
  const until = untilOf(pass, message);
  pass.change({
    suspension: {
      ...optionalTexts(message, 'by', 'reason'),
      since: pass.state.suspension?.since ?? pass.now,
      ...defined({ until }),
    },
  });
  pass.event(
    'Normal',
    'StackSuspended',
    `suspended${optionalText(message, 'by') === undefined ? '' : ` by ${String(message.by)}`}`,
  );
}

/** `resume` lifts the signal's suspension; it is refused while the spec suspends (K1). */
export function reduceResume(pass: Pass, payload: unknown): void {
  fieldsOf(payload ?? {});
  const { state } = pass;
  if (state.spec?.spec.suspend === true) {
    pass.warn('resume refused: spec.suspend is true; set it to false and apply');
    return;
  }
  const parked = state.update?.phase === 'backoff' || state.update?.phase === 'parked';
  if (state.suspension === undefined && state.stall === undefined && !parked) {
    pass.warn('resume changed nothing: the Stack is neither suspended, nor stalled, nor in a backoff');
    return;
  }
  lift(pass);
}

/** A suspension with an end lifts itself when that has come. */
export function reduceExpiry(pass: Pass): void {
  const until = pass.state.suspension?.until;
  if (until !== undefined && until <= pass.now) lift(pass);
}

function lift(pass: Pass): void {
  pass.change({ suspension: undefined, runOwed: true });
  pass.event('Normal', 'StackResumed', 'resumed; reconciling');
}

/** `cancel`: interrupts the operation in hand (K2). */
export function reduceCancel(pass: Pass, payload: unknown): void {
  fieldsOf(payload ?? {});
  const { update } = pass.state;
  if (update === undefined || update.phase === 'parked') {
    pass.warn('cancel changed nothing: no operation is running');
    return;
  }
  pass.change({ update: { ...update, cancelAsked: true } });
}

/** `delete`: destroy if the spec says so, then the workflow completes (J3). A second one tries again at once. */
export function reduceDelete(pass: Pass, payload: unknown): void {
  const message = fieldsOf(payload ?? {});
  const orphan = message.orphan === true || pass.state.deletion?.orphan === true;
  pass.change({
    deletion: { since: pass.state.deletion?.since ?? pass.now, ...optionalTexts(message, 'by'), orphan },
    ...(pass.state.deletion === undefined ? {} : { runOwed: true }),
    heir: undefined,
    requests: pass.state.requests.map((r) => (r.state === 'queued' ? { ...r, state: 'superseded' } : r)),
  });
}

/** RFC 3339, or a Go duration from receipt. */
function untilOf(pass: Pass, message: Fields): number | undefined {
  const text = optionalText(message, 'until');
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  const until = duration === undefined ? Date.parse(text) : pass.now + duration;
  if (Number.isNaN(until))
    throw new PayloadError(`field until is neither a time (RFC 3339) nor a duration ("2h"): ${text}`);
  if (until <= pass.now) throw new PayloadError(`field until lies in the past: ${text}`);
  return until;
}
