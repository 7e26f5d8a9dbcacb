import { readdir, readFile } from 'node:fs/promises';
import { killSession } from '../../src/pulumi/process/session';

const PARENT = 1;
const SESSION = 3;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
}

/** Kills all that this process started, with everything in their sessions, without waiting for anything. */
export async function killDescendants(): Promise<void> {
  const all = await readProcesses();
  const own = all.find(({ pid }) => pid === process.pid)?.session;
  const sessions = new Set(findDescendants(all, process.pid).map(({ session }) => session));
  for (const session of sessions) {
    if (session !== own) await killSession(session);
  }
}

/** All processes below `root`, by their parents. */
function findDescendants(all: readonly Process[], root: number): Process[] {
  const children = all.filter(({ parent }) => parent === root);
  return children.flatMap((child) => [child, ...findDescendants(all, child.pid)]);
}

async function readProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats.filter((stat) => stat !== '').map(parseProcess);
}

function parseProcess(stat: string): Process {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid: Number.parseInt(stat, 10), parent: Number(fields[PARENT]), session: Number(fields[SESSION]) };
}
