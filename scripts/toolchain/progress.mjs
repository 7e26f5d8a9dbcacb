const STILL_EVERY_MS = 15_000;

/** Prints one line of progress. Always to standard error: standard output belongs to `--print`. */
export function say(line) {
  process.stderr.write(`[toolchain] ${line}\n`);
}

/** Milliseconds as a person says them: `0.4 s`, `38 s`, `4 min 52 s`. */
export function formatDuration(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds) % 60} s`;
}

/** Does `work`, printing that it began, that it goes on (every 15 s, with what `detail` adds) and how long it took. */
export async function withProgress(what, work, detail = () => '') {
  const begun = Date.now();
  const elapsed = () => formatDuration(Date.now() - begun);
  say(`${what} …`);
  const timer = setInterval(() => say(`${what}: still at it after ${elapsed()}${detail()}`), STILL_EVERY_MS);
  try {
    const result = await work();
    say(`${what}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
