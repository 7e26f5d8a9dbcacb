import { defined } from '../stack/defined';
import { isoTime } from '../stack/time';
import { begin } from './begin';
import type { Outcome } from './decision';
import { earliest, lookAt, resyncAt } from './due';
import { guards, look } from './guards';
import type { Pass } from './pass';
import { triggers } from './triggers';

/** What comes next: a guard holds, or a trigger fires, or the Stack waits for the next moment that matters. */
export function choose(pass: Pass): Outcome {
  for (const guard of guards) {
    const outcome = guard(pass);
    if (outcome !== undefined) return outcome;
  }
  for (const trigger of triggers) {
    const run = trigger(pass);
    if (run !== undefined) return begin(pass, run);
  }
  const lookDue = lookAt(pass);
  return lookDue !== undefined && lookDue <= pass.now ? look(pass) : idle(pass);
}

/** Always with a reason; with a next look wherever time alone can change anything. */
function idle(pass: Pass): Outcome {
  const { stall, update } = pass.state;
  const resync = resyncAt(pass);
  const until = earliest(resync, lookAt(pass), update?.nextAt);
  const when = defined({ until });
  if (update !== undefined) {
    return {
      type: 'wait',
      ...when,
      reason: 'BackingOff',
      message: `next try of ${update.name} at ${isoTime(update.nextAt ?? pass.now)}`,
    };
  }
  if (stall !== undefined) return { type: 'wait', ...when, reason: stall.reason, message: `stalled: ${stall.message}` };
  if (resync !== undefined)
    return { type: 'wait', ...when, reason: 'InSync', message: `in sync; next resync at ${isoTime(resync)}` };
  const change = until === undefined ? 'a change' : 'a new commit, a change';
  return { type: 'wait', ...when, reason: 'InSync', message: `in sync; waits for ${change} or a request` };
}
