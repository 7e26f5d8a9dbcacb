const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in one short word, rounded down: `5s`, `3m`, `2h`, `4d`. A negative one is `0s`. */
export function spanText(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(Math.max(0, ms) / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`;
  return `${Math.floor(ms / DAY)}d`;
}

/** `3m ago`; `at` is RFC 3339. */
export function agoText(at: string, now: number): string {
  return `${spanText(now - Date.parse(at))} ago`;
}

/** `in 25s`, or `now` when it is due; `at` is in epoch milliseconds. */
export function inText(at: number, now: number): string {
  return at - now < SECOND ? 'now' : `in ${spanText(at - now)}`;
}

/** A moment for people, with how long ago or how soon it is. */
export function momentText(at: string, now: number): string {
  const ms = Date.parse(at);
  return `${at} (${ms > now ? inText(ms, now) : agoText(at, now)})`;
}
