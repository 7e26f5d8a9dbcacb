import { UNDECODABLE } from '../../stack/undecodable';

export type Fields = Readonly<Record<string, unknown>>;

/** A signal's payload as fields; throws, with a sentence, on anything that is not a plain object (A7). */
export function fieldsOf(payload: unknown): Fields {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || payload instanceof Uint8Array) {
    throw new PayloadError(`expected a JSON object, got ${kindOf(payload)}`);
  }
  const undecodable = (payload as Fields)[UNDECODABLE];
  if (typeof undecodable === 'string') throw new PayloadError(`could not be decoded: ${undecodable}`);
  return payload as Fields;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** An optional text field, at most 256 characters; undefined when absent. */
export function optionalText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new PayloadError(`field ${key} must be a string`);
  return value.slice(0, 256);
}

/** Fields of an object that are present and are text: `{by}`, `{reason}` and the like. */
export function optionalTexts<K extends string>(fields: Fields, ...keys: K[]): Partial<Record<K, string>> {
  const texts: Partial<Record<K, string>> = {};
  for (const key of keys) {
    const text = optionalText(fields, key);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

/** A message that cannot be used: it changes nothing and becomes a warning. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}
