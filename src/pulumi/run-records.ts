import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptRecord } from '../stack/operation';
import { RUN_TOKEN_VARIABLE } from './environment';
import { hasVariable, isRunning, killSession, readBootId } from './process/session';
import { readRemembered } from './private-file';
import type { StackLock } from './lock';

/** What a run leaves on disk before it spawns anything, so that a later one knows which locks are its own (I1). */
export interface RunRecord {
  readonly runToken: string;
  readonly host: string;
  readonly bootId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly processes: readonly { readonly pid: number; readonly startTicks?: number }[];
}

/** Lock times are whole seconds. */
const LOCK_TIME_MS = 1_000;

/** The runs of one stack on this machine that have not ended well, as far as their records tell. */
export interface RunRecords {
  /** Synchronous, because it must stand before the process can take a lock. */
  write(record: RunRecord): void;
  read(): Promise<RunRecord[]>;
  forget(runToken: string): Promise<void>;
}

export function createRunRecords(memoryDir: string): RunRecords {
  const folder = join(memoryDir, 'runs');
  const pathOf = (runToken: string): string => join(folder, `${runToken}.json`);
  return {
    write(record) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(pathOf(record.runToken), JSON.stringify(record), { mode: 0o600 });
    },
    async read() {
      const names = await readdir(folder).catch(() => [] as string[]); // no folder: no run yet
      const records = await Promise.all(names.map((name) => readRemembered(join(folder, name))));
      return records.filter((record): record is RunRecord => record !== undefined);
    },
    forget: (runToken) => rm(pathOf(runToken), { force: true }),
  };
}

/** The process of an earlier run that still goes on; undefined when all have ended. */
export function findRunning(records: readonly RunRecord[]): AttemptRecord | undefined {
  for (const { runToken, host, bootId, processes } of records) {
    const alive = processes.find(({ pid, startTicks }) =>
      isRunning({ pid, bootId, ...(startTicks === undefined ? {} : { startTicks }) }),
    );
    if (alive !== undefined) return { runToken, host, bootId, ...alive };
  }
  return undefined;
}

/**
 * Ends what dead runs left behind: a provider that outlives its CLI goes on creating, unrecorded. A session number may
 * have been used again since, so each process has to show the token of the run.
 */
export async function sweepDeadRuns(records: readonly RunRecord[]): Promise<void> {
  for (const { bootId, runToken, processes } of records) {
    if (bootId !== readBootId()) continue;
    for (const { pid, startTicks } of processes) {
      if (isRunning({ pid, bootId, ...(startTicks === undefined ? {} : { startTicks }) })) continue;
      await killSession(pid, (member) => hasVariable(member, RUN_TOKEN_VARIABLE, runToken));
    }
  }
}

/** Whether a lock was taken by one of these runs and its holder is dead. Anything doubtful is not. */
export function isOwnDeadLock(lock: StackLock, records: readonly RunRecord[], host: string): boolean {
  if (lock.host !== host) return false;
  return records.some(({ bootId, startedAt, processes, ...record }) => {
    const holder = processes.find(({ pid }) => pid === lock.pid);
    if (record.host !== host || holder === undefined) return false;
    return Date.parse(lock.since) >= startedAt - LOCK_TIME_MS && !isRunning({ ...holder, bootId });
  });
}
