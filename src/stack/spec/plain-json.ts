import { pathText, type Violation } from './violation';

/** Limits of A7: a spec as JSON, and how deep its fields nest. */
const LARGEST_BYTES = 65_536;
const DEEPEST = 50;
const TOO_LARGE = 'is larger than 64 KB as JSON: move values to ConfigMaps or Secrets and refer to them';

export type PlainJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly violation: Violation };

/** Why the walk ended; becomes a violation. */
class NotPlain extends Error {
  constructor(
    readonly path: readonly PropertyKey[],
    message: string,
  ) {
    super(message);
  }
}

/**
 * Copies an input that may be anything into plain JSON of bounded size and depth, without undefined fields. Never
 * throws: cycles, binary data, accessors that throw and the like are violations.
 */
export function copyPlainJson(input: unknown): PlainJson {
  try {
    const value = new Copy().copy(input, []);
    if (bytesOf(value) > LARGEST_BYTES) throw new NotPlain([], TOO_LARGE);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof NotPlain)
      return { ok: false, violation: { path: pathText(error.path), message: error.message } };
    return { ok: false, violation: { path: '', message: 'must be plain JSON: reading it failed' } };
  }
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

class Copy {
  /** What is left of the size, in characters: ends a walk through something endless early. */
  private left = LARGEST_BYTES;

  copy(value: unknown, path: readonly PropertyKey[]): unknown {
    if (path.length > DEEPEST) throw new NotPlain(path.slice(0, 3), `is nested deeper than ${DEEPEST} levels`);
    this.spend(1);
    if (typeof value === 'string') return this.text(value, path);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return this.list(value, path);
    if (isRecord(value)) return this.record(value, path);
    throw new NotPlain(path, 'must be plain JSON: text, number, boolean, list or map');
  }

  private list(value: readonly unknown[], path: readonly PropertyKey[]): unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < value.length; index++) copy.push(this.copy(value[index], [...path, index]));
    return copy;
  }

  private record(value: Readonly<Record<string, unknown>>, path: readonly PropertyKey[]): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw new NotPlain(path, 'must not have a key "__proto__"');
      this.text(key, path);
      const field = value[key];
      if (field !== undefined) copy[key] = this.copy(field, [...path, key]);
    }
    return copy;
  }

  private text(value: string, path: readonly PropertyKey[]): string {
    this.spend(value.length);
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) {
      throw new NotPlain(path, 'must be whole Unicode text: no NUL and no half of a surrogate pair');
    }
    return value;
  }

  private spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw new NotPlain([], TOO_LARGE);
  }
}

/** Not a Date, Map, typed array or the like; works for objects of other realms too. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
