import { readBootId, readStat, type ProcessIdentity } from '../../src/pulumi/process/session';

/** Identity of a living process, to be kept in a file; undefined when there is none of that number. */
export function identify(pid: number): ProcessIdentity | undefined {
  const stat = readStat(pid);
  return stat && { pid, startTicks: stat.startTicks, bootId: readBootId() };
}

/** Reads an identity from parsed JSON; undefined when it is none. */
export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, startTicks, bootId } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(pid) || !Number.isSafeInteger(startTicks) || typeof bootId !== 'string') return undefined;
  return { pid: pid as number, startTicks: startTicks as number, bootId };
}
