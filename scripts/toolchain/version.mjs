import { runQuietly } from './exec.mjs';

/** The first `1.2.3` in a text, as numbers; undefined when there is none. */
export function parseVersion(text) {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? match.slice(1, 4).map(Number) : undefined;
}

/** Whether version `found` is `minimum` or newer; pre-release suffixes do not count. */
export function isAtLeast(found, minimum) {
  const [have, want] = [parseVersion(found), parseVersion(minimum)];
  if (!have || !want) return false;
  const first = have.findIndex((part, index) => part !== want[index]);
  return first === -1 || have[first] > want[first];
}

/** Asks a binary for its version; undefined when it cannot answer within ten seconds. */
export async function readVersion(file, args) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' };
  const answer = await runQuietly(file, args, { env, timeout: 10_000 }).catch(() => undefined);
  return answer === undefined ? undefined : parseVersion(answer)?.join('.');
}
