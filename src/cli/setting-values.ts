import { resolve } from 'node:path';
import { parseDuration } from '../stack/duration';
import { isStackName } from '../stack/stack-id';

/** Reads the text of a setting; throws an Error that says what it must be. Paths start from `cwd`. */
export type Parse<T> = (text: string, cwd: string) => T;

export const text: Parse<string> = (given) => given;
export const path: Parse<string> = (given, cwd) => resolve(cwd, given);

export const wholeNumber: Parse<number> = (given) => {
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`"${given}" must be a whole number from 1 on`);
  return Number(given);
};

/** Milliseconds. */
export const duration: Parse<number> = (given) => {
  const ms = parseDuration(given);
  if (ms === undefined) throw new Error(`"${given}" must be a duration such as 30s or 10m`);
  return ms;
};

export const switched: Parse<boolean> = (given) => {
  if (given === 'true' || given === '1') return true;
  if (given === 'false' || given === '0' || given === '') return false;
  throw new Error(`"${given}" must be true or false`);
};

/** Names with commas between them. */
export const list: Parse<readonly string[]> = (given) => {
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = names.find((name): boolean => !isStackName(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name`);
  return names;
};

export const poolName: Parse<string> = (given) => {
  if (isStackName(given)) return given;
  throw new Error(`${JSON.stringify(given)} must be lower-case letters, digits and "-"`);
};

export function oneOf<T extends string>(words: readonly T[]): Parse<T> {
  return (given) => {
    const found = words.find((word) => word === given);
    if (found === undefined) throw new Error(`"${given}" must be one of ${words.join(', ')}`);
    return found;
  };
}
