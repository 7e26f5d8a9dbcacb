import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isStackName, type StackId } from '../stack/stack-id';
import { readLog, tailLog, type LogPart } from './read-log';

/** An update whose logs are kept. */
interface LoggedUpdate {
  /** Name of the update, `<stack>-<n>`. */
  readonly update: string;
  /** Numbers of its attempts, in order. */
  readonly attempts: readonly number[];
}

/** The spool of Pulumi's own output, masked by who writes it: one file an attempt, for the owner alone. */
export interface LogStore {
  /** Where the log of an attempt lies, or is to be written; its folder may not exist yet. */
  path(stack: StackId, update: string, attempt: number): string;
  /** Updates that have logs, oldest first. */
  updates(stack: StackId): Promise<LoggedUpdate[]>;
  /** At most a mebibyte of a log from a byte on; undefined when there is no such log. */
  read(path: string, from: number): Promise<LogPart | undefined>;
  /** The last lines of a log; undefined when there is no such log. */
  tail(path: string, lines: number): Promise<LogPart | undefined>;
  /** Removes all but the last updates, as many as the store keeps. */
  prune(stack: StackId): Promise<void>;
  /** Removes all logs of a Stack. */
  remove(stack: StackId): Promise<void>;
}

const SUFFIX = '.log';

/** Opens the logs in a directory; `keep` is how many updates of a Stack stay. */
export function createLogStore(dir: string, keep: number): LogStore {
  const folderOf = ({ namespace, name }: StackId): string => {
    if (!isStackName(namespace) || !isStackName(name)) throw new Error('the Stack has no proper name');
    return join(dir, namespace, name);
  };
  const numbers = async (stack: StackId): Promise<number[]> => numbersIn(folderOf(stack), '');
  return {
    path(stack, update, attempt) {
      return join(folderOf(stack), String(numberOf(stack, update)), `${attempt}${SUFFIX}`);
    },
    async updates(stack) {
      const found = (await numbers(stack)).map(async (number) => ({
        update: `${stack.name}-${number}`,
        attempts: await numbersIn(join(folderOf(stack), String(number)), SUFFIX),
      }));
      return Promise.all(found);
    },
    read: readLog,
    tail: tailLog,
    async prune(stack) {
      const all = await numbers(stack);
      for (const number of all.slice(0, Math.max(0, all.length - keep))) {
        await rm(join(folderOf(stack), String(number)), { recursive: true, force: true });
      }
    },
    remove: (stack) => rm(folderOf(stack), { recursive: true, force: true }),
  };
}

/** The number alone becomes a folder: a whole name could be longer than a file name may be. */
function numberOf({ name }: StackId, update: string): number {
  const number = update.startsWith(`${name}-`) ? update.slice(name.length + 1) : '';
  if (!/^\d{1,15}$/.test(number)) throw new Error(`"${update}" is no update of ${name}`);
  return Number(number);
}

async function numbersIn(folder: string, suffix: string): Promise<number[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(suffix));
    const stems = names.map((name) => name.slice(0, name.length - suffix.length)).filter((stem) => /^\d+$/.test(stem));
    return stems.map(Number).sort((a, b) => a - b);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
