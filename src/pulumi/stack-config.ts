import { stringify } from 'yaml';
import type { ConfigEntry } from './pulumi-run';
import { parseConfigPath, setAtPath } from './config-path';

/** The text of a value as the CLI takes it: structures as JSON. */
function secretText({ value }: ConfigEntry): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The values that must not be seen. */
export function secretTexts(config: readonly ConfigEntry[]): string[] {
  return [...new Set(config.filter(({ secret }) => secret).map(secretText))];
}

/** Values to mask: the secrets as they are handed over, and each text inside a structured one. */
export function secretsOf(config: readonly ConfigEntry[]): string[] {
  const inner = config.filter(({ secret }) => secret).flatMap(({ value }) => leavesOf(value));
  return [...secretTexts(config), ...inner];
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The stack's config file as the CLI reads it; each secret stands there as its ciphertext. */
export function renderConfig(
  config: readonly ConfigEntry[],
  project: string,
  ciphertexts: ReadonlyMap<string, string>,
): string {
  const tree: Record<string, unknown> = {};
  for (const entry of config) {
    const value = entry.secret ? { secure: ciphertexts.get(secretText(entry)) } : entry.value;
    setAtPath(tree, placeOf(entry, project), value);
  }
  // Quoted, since the CLI's YAML takes more plain texts for numbers, dates and truth values than ours does.
  return stringify(
    { config: tree },
    { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE', lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function placeOf({ key, path }: ConfigEntry, project: string): (string | number)[] {
  const colon = key.indexOf(':');
  const namespace = colon < 0 ? project : key.slice(0, colon);
  const name = key.slice(colon + 1);
  const [first = name, ...rest] = path === true ? parseConfigPath(name) : [name];
  return [`${namespace}:${first}`, ...rest];
}
