import { z } from 'zod';
import { parseDuration } from '../duration';
import { isStackName } from '../stack-id';

/** Longest single text of a spec that is not a config value, in characters. */
const LONGEST = 2_048;
const TEN_YEARS = 315_360_000;

const isOption = (value: string): boolean => value.startsWith('-');

/** A text that may become an argument of a command: never empty, never an option (L6). */
export const argument = z
  .string()
  .min(1)
  .max(LONGEST)
  .refine((value) => !isOption(value), 'must not begin with "-": it would be read as an option');

/** Name of an object of the Stack's namespace. */
export const objectName = z
  .string()
  .refine(isStackName, 'must be a name of lower-case letters, digits, "-" and ".", at most 253 characters');

/** Key of a Secret or ConfigMap. */
export const dataKey = z
  .string()
  .regex(/^[-._a-zA-Z0-9]{1,253}$/, 'must be a key of letters, digits, "-", "_" and "."');

/** Name of an environment variable. */
export const variableName = z
  .string()
  .regex(/^[-._a-zA-Z][-._a-zA-Z0-9]{0,252}$/, 'must be the name of an environment variable');

/** Key of Pulumi's config, `key` or `namespace:key`. */
export const configKey = argument.max(512);

/** A positive duration in Go's syntax; stays text, `parseDuration` gives the milliseconds. */
export const duration = z
  .string()
  .refine((text) => (parseDuration(text) ?? 0) > 0, 'must be a positive duration such as "90s", "5m" or "1h30m"');

/** Whole seconds from `least` to ten years. */
export const seconds = (least: number) => z.int().min(least).max(TEN_YEARS);

/** A folder below the root of its source. */
export const relativeDir = argument
  .refine((path) => !path.startsWith('/'), 'must be relative to the root of the source')
  .refine((path) => !path.split('/').includes('..'), 'must stay inside the source: no ".."');

/** A path on the worker's own disk. */
export const absolutePath = argument
  .refine((path) => path.startsWith('/'), 'must be an absolute path on the worker')
  .refine((path) => !path.split('/').includes('..'), 'must not contain ".."');

/** A regular expression of JavaScript. */
export const pattern = z.string().max(1_000).refine(isPattern, 'must be a regular expression');

/** A cron schedule of five fields; its meaning is checked by the one who runs it. */
export const cronSchedule = z
  .string()
  .regex(/^[\d*/,A-Za-z#?-]{1,100}( +[\d*/,A-Za-z#?-]{1,100}){4}$/, 'must be a cron schedule of five fields');

/** A time zone of the IANA database. */
export const timeZone = z.string().max(100).refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"');

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Pulumi's name of a stack: short, `<org>/<stack>` or `organization/<project>/<stack>`. */
export const stackName = z
  .string()
  .regex(
    /^(?!\.+(\/|$))[\w.][\w.-]{0,99}(\/(?!\.+(\/|$))[\w.][\w.-]{0,99}){0,2}$/,
    'must be a stack name such as "dev", "acme/dev" or "organization/project/dev"',
  );

/** Name of a worker pool; those that would name another's queue are refused. */
export const poolName = z
  .string()
  .regex(
    /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'must be a name of lower-case letters, digits and "-", at most 63 characters',
  )
  .refine((name) => !/(^|-)quick$/.test(name), 'must not end in "quick": queues of that name are for look-ups');
