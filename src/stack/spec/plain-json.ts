import { pathText, type Violation } from './violation';

interface JsonLimits {
  /** Size as JSON. */
  readonly kilobytes: number;
  /** How deep maps and lists may nest. */
  readonly levels: number;
  /** What to do about something too large. */
  readonly advice: string;
}

/** A spec travels through Temporal (A7). */
export const SPEC_LIMITS: JsonLimits = {
  kilobytes: 64,
  levels: 50,
  advice: 'move values to ConfigMaps or Secrets and refer to them',
};
/** A Program is stored and never travels; the bound is what a cluster keeps. */
export const PROGRAM_LIMITS: JsonLimits = {
  kilobytes: 1_024,
  levels: 100,
  advice: 'put the program into a repository',
};

type PlainJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly violation: Violation };

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
export function copyPlainJson(input: unknown, limits: JsonLimits): PlainJson {
  try {
    const value = new Copy(limits).copy(input, []);
    if (bytesOf(value) > limits.kilobytes * 1_024) throw tooLarge(limits);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof NotPlain)
      return { ok: false, violation: { path: pathText(error.path), message: error.message } };
    return { ok: false, violation: { path: '', message: 'must be plain JSON: reading it failed' } };
  }
}

function tooLarge({ kilobytes, advice }: JsonLimits): NotPlain {
  return new NotPlain([], `is larger than ${kilobytes} KB as JSON: ${advice}`);
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

class Copy {
  /** What is left of the size, in characters: ends a walk through something endless early. */
  private left: number;

  constructor(private readonly limits: JsonLimits) {
    this.left = limits.kilobytes * 1_024;
  }

  copy(value: unknown, path: readonly PropertyKey[]): unknown {
    const { levels } = this.limits;
    if (path.length > levels) throw new NotPlain(path.slice(0, 3), `is nested deeper than ${levels} levels`);
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
    if (this.left < 0) throw tooLarge(this.limits);
  }
}

/** Not a Date, Map, typed array or the like; works for objects of other realms too. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
