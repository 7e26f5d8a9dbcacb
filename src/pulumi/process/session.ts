import { readdir, readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What /proc/PID/stat tells of a process that matters here. */
export interface ProcessStat {
  readonly pid: number;
  /** `Z`: dead, but not yet collected by its parent. */
  readonly state: string;
  /** Session id: the pid of the session's leader. */
  readonly session: number;
  readonly startTicks: number;
}

/** Names one process for ever: a pid alone is used again. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTicks?: number;
  readonly bootId: string;
}

const STATE = 0;
const SESSION = 3;
const START_TICKS = 19;
const SWEEP_ROUNDS = 100;
const SWEEP_PAUSE_MS = 20;

/** Parses /proc/PID/stat; undefined when the text is none. The name in parentheses may itself hold parentheses. */
export function parseStat(text: string): ProcessStat | undefined {
  const end = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const fields = text.slice(end + 2).split(' ');
  const state = fields[STATE];
  const session = Number(fields[SESSION]);
  const startTicks = Number(fields[START_TICKS]);
  if (end < 0 || state === undefined || ![pid, session, startTicks].every(Number.isSafeInteger)) return undefined;
  return { pid, state, session, startTicks };
}

/** Looks a process up; undefined when there is none of that number. */
export function readStat(pid: number): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined; // gone: what is asked here
  }
}

let knownBootId: string | undefined;

/** Identity of this boot of the machine: pids and start ticks mean nothing across boots. */
export function readBootId(): string {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return knownBootId;
}

/** Whether exactly this process runs on this machine now; a zombie does not. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.bootId !== readBootId()) return false;
  const stat = readStat(identity.pid);
  if (stat === undefined || stat.state === 'Z') return false;
  return identity.startTicks === undefined || identity.startTicks === stat.startTicks;
}

/** Pids of the living processes of a session. Plugins have process groups of their own, but keep the session. */
export async function sessionMembers(session: number): Promise<number[]> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(entries.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats
    .map(parseStat)
    .filter((stat) => stat !== undefined)
    .filter((stat) => stat.session === session && stat.state !== 'Z')
    .map(({ pid }) => pid);
}

/** Whether a process was started with this variable in its environment. */
export function hasVariable(pid: number, name: string, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${name}=${value}`);
  } catch {
    return false; // gone, or another user's
  }
}

/** Kills every process of a session, also those that were started meanwhile; says how many there were. */
export async function killSession(session: number, belongs: (pid: number) => boolean = () => true): Promise<number> {
  const killed = new Set<number>();
  for (let round = 0; round < SWEEP_ROUNDS; round += 1) {
    const members = (await sessionMembers(session)).filter(belongs);
    if (members.length === 0) break;
    for (const pid of members) kill(pid);
    members.forEach((pid) => killed.add(pid));
    await sleep(SWEEP_PAUSE_MS);
  }
  return killed.size;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
