/** Replaces every known secret in a text by `[secret]`. */
export type Mask = (text: string) => string;

/** Masks text that comes in pieces: a secret that is split between two pieces is found too. */
export interface StreamMask {
  /** Takes a piece; answers what can be told by now. */
  push(text: string): string;
  /** Answers what was held back. */
  end(): string;
}

export const MASKED = '[secret]';
const SHORTEST = 4;
const SHORTEST_INNER_BASE64 = 8;

/** Masks the values of four characters and more, in plain and in the ways in which they are usually written. */
export function createMask(values: Iterable<string>): Mask {
  return maskBy(patternOf(formsOf(values)));
}

function maskBy(pattern: RegExp | undefined): Mask {
  return (text) => (pattern === undefined ? text : text.replace(pattern, MASKED));
}

export function createStreamMask(values: Iterable<string>): StreamMask {
  const forms = formsOf(values);
  const pattern = patternOf(forms);
  const mask = maskBy(pattern);
  const undecided = createEndFinder(forms);
  let held = '';
  return {
    push(text) {
      const all = held + text;
      const cut = beyondMatch(all, all.length - undecided(all), pattern);
      held = all.slice(cut);
      return mask(all.slice(0, cut));
    },
    end() {
      const rest = mask(held);
      held = '';
      return rest;
    },
  };
}

/** A value as it may show up, the longest form first so that none hides a longer one. */
function formsOf(values: Iterable<string>): string[] {
  const forms = new Set<string>();
  for (const value of values) for (const piece of piecesOf(value)) for (const form of writings(piece)) forms.add(form);
  return [...forms].sort((a, b) => b.length - a.length);
}

function piecesOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  return [value, value.trim(), ...lines].filter((piece) => piece.length >= SHORTEST);
}

function writings(value: string): string[] {
  const bytes = Buffer.from(value);
  const strict = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const json = JSON.stringify(value).slice(1, -1);
  const html = json.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`); // as Go's encoder writes them
  return [
    value,
    json,
    html,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    strict,
    strict.replaceAll('%20', '+'),
    strict.toLowerCase() === strict ? strict : strict.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...innerBase64(bytes),
  ].filter((form) => form.length >= SHORTEST);
}

/** The part of the base64 of a longer text that depends on the value alone, for each position it can begin at. */
function innerBase64(value: Buffer): string[] {
  return [0, 1, 2]
    .map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), value]).toString('base64');
      return encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + value.length) * 4) / 3));
    })
    .filter((form) => form.length >= SHORTEST_INNER_BASE64);
}

function patternOf(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined;
  return new RegExp(forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g');
}

/** Finds how much of the end of a text may be the beginning of a secret. */
function createEndFinder(forms: readonly string[]): (text: string) => number {
  const longest = forms[0]?.length ?? 0;
  const byFirst = new Map<string, string[]>();
  for (const form of forms) byFirst.set(form.charAt(0), [...(byFirst.get(form.charAt(0)) ?? []), form]);
  return (text) => {
    for (let start = Math.max(0, text.length - longest + 1); start < text.length; start += 1) {
      const end = text.slice(start);
      if (isBeginning(end, byFirst.get(text.charAt(start)))) return end.length;
    }
    return 0;
  };
}

function isBeginning(end: string, forms: readonly string[] = []): boolean {
  return forms.some((form) => form.length > end.length && form.startsWith(end));
}

/** Moves a cut that would go through a whole secret behind it: else both halves would pass. */
function beyondMatch(text: string, cut: number, pattern: RegExp | undefined): number {
  if (pattern === undefined || cut === text.length) return cut;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (match.index < cut && end > cut) return end;
  }
  return cut;
}
