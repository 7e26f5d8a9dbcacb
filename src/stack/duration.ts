const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3, // U+00B5, the micro sign
  μs: 1e3, // U+03BC, the Greek letter
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;
const LONGEST_TEXT = 64;
/** Go keeps durations in 64 bits of nanoseconds: about 292 years. */
const LONGEST_NS = 2 ** 63;

/**
 * Reads a duration in Go's syntax without sign (`1h30m`, `1.5h`, `250ms`) as whole milliseconds, rounded up, so that
 * only zero is 0. Undefined when the text is none, or longer than Go can hold.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (text === '' || text.length > LONGEST_TEXT) return undefined;
  let total = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const part = PART.exec(text);
    if (part === null) return undefined;
    total += Number(part[1]) * (NANOSECONDS[String(part[2])] ?? Number.NaN);
  }
  return total < LONGEST_NS ? Math.ceil(Math.round(total) / 1e6) : undefined;
}
