/** One thing that is wrong with a spec. */
export interface Violation {
  /** Path of the field below `spec`, such as `prerequisites[0].name`; empty for the spec as a whole. */
  readonly path: string;
  /** What the field must be, for people; never the value that was given, which may be a secret. */
  readonly message: string;
  /** The value that was sent is a secret: whatever carried it holds it now (L1). */
  readonly exposesSecret?: true;
}

const LONGEST_KEY = 64;
const LONGEST_TEXT = 1_000;

/** Writes a path as people do, `a.b[0]["odd key"]`; long keys are cut. */
export function pathText(segments: readonly PropertyKey[]): string {
  return segments.map(segmentText).join('').replace(/^\./, '');
}

function segmentText(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`;
  const key = String(segment).slice(0, LONGEST_KEY);
  return /^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/**
 * All violations in one text of at most 1,000 characters: whole sentences while they fit, then paths only, then a count,
 * so that as many paths as possible are named (A6).
 */
export function describeViolations(violations: readonly Violation[]): string {
  const full = violations.map(sentence).join('; ');
  if (full.length <= LONGEST_TEXT) return full;
  return sentencesThenPaths(violations) ?? pathsThenCount(violations);
}

function sentence({ path, message }: Violation): string {
  return `${nameOf(path)} ${message}`;
}

function nameOf(path: string): string {
  return path === '' ? 'spec' : path;
}

/** As many sentences as leave room for the paths of the rest; undefined when even one sentence does not. */
function sentencesThenPaths(violations: readonly Violation[]): string | undefined {
  let best: string | undefined;
  for (let count = 1; count < violations.length; count++) {
    const rest = violations.slice(count).map((violation) => nameOf(violation.path));
    const text = `${violations.slice(0, count).map(sentence).join('; ')}; also wrong: ${rest.join(', ')}`;
    if (text.length <= LONGEST_TEXT) best = text;
  }
  return best;
}

function pathsThenCount(violations: readonly Violation[]): string {
  let text = 'wrong fields: ';
  for (const [index, { path }] of violations.entries()) {
    const next = `${text}${index === 0 ? '' : ', '}${nameOf(path).slice(0, 200)}`;
    if (next.length > LONGEST_TEXT - 20) return `${text} and ${violations.length - index} more`;
    text = next;
  }
  return text;
}
