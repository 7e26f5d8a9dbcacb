import { Option, type Command } from 'commander';
import type { WorkerSettings } from '../../worker/settings';
import { usageError } from './exit-error';
import { SETTINGS, type Setting, type SettingKey } from './settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** What of a worker's settings flags and variables decide. */
export type WorkerFlags = Pick<WorkerSettings, SettingKey>;

export type SettingsUser = 'worker' | 'dev';

/** Adds the flags; values and defaults are read by `readSettings`. */
export function addSettings(command: Command, user: SettingsUser): Command {
  for (const one of settingsOf(user)) {
    const { flag, value, description } = one;
    const isSwitch = value === undefined;
    command.addOption(
      new Option(isSwitch ? flag : `${flag} <${value}>`, `${description} ${defaultText(one, user)}`.trimEnd()),
    );
    if (isSwitch) command.addOption(new Option(flag.replace('--', '--no-')).hideHelp());
  }
  return command.addHelpText(
    'after',
    '\nEach of these settings can be a variable too: --keep-logs is STACKWRIGHT_KEEP_LOGS.',
  );
}

/** What decides a setting that no flag gives. */
export interface SettingsContext {
  readonly user: SettingsUser;
  readonly env: Environment;
  /** What relative paths start from. */
  readonly cwd: string;
}

/** Flags first, then variables, then defaults; throws a usage error that names flag or variable. */
export function readSettings(options: Readonly<Record<string, unknown>>, context: SettingsContext): WorkerFlags {
  const { user, env, cwd } = context;
  const entries = SETTINGS.flatMap((one) => {
    const given = options[optionName(one.flag)];
    const variable = variableName(one.flag);
    const [text, from] = given === undefined ? [env[variable], variable] : [textOf(given), one.flag];
    const written = text ?? fallbackOf(one, user, env);
    return written === undefined ? [] : [[one.key, parseOr(from, () => one.parse(written, cwd))] as const];
  });
  return Object.fromEntries(entries) as unknown as WorkerFlags;
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : String(given === true);
}

/** Names of flags that are switches: they take `=true` and `=false` too. */
export const SWITCHES: readonly string[] = SETTINGS.filter(({ value }) => value === undefined).map(({ flag }) => flag);

function settingsOf(user: SettingsUser): readonly Setting[] {
  return SETTINGS.filter(({ workerOnly }) => user === 'worker' || workerOnly !== true);
}

function fallbackOf({ fallback, devFallback }: Setting, user: SettingsUser, env: Environment): string | undefined {
  const chosen = user === 'dev' ? (devFallback ?? fallback) : fallback;
  return typeof chosen === 'function' ? chosen(env) : chosen;
}

/** Defaults of this very machine are told in words. */
function defaultText({ fallback, devFallback, value }: Setting, user: SettingsUser): string {
  if (typeof fallback === 'function') return value === 'number' ? '(default: cores)' : "(default: in the user's cache)";
  const chosen = user === 'dev' ? (devFallback ?? fallback) : fallback;
  if (value === undefined) return chosen === 'true' ? '(default: on)' : '(default: off)';
  return chosen === undefined || chosen === '' ? '' : `(default: ${chosen})`;
}

function parseOr<T>(from: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw usageError(`${from}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `--keep-logs` is `STACKWRIGHT_KEEP_LOGS`. */
function variableName(flag: string): string {
  return `STACKWRIGHT_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
}

/** As commander names it: `keepLogs`. */
function optionName(flag: string): string {
  return flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
