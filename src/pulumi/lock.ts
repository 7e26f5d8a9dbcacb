/** One lock of a self-managed backend, as the CLI names it when it finds the stack locked. */
export interface StackLock {
  readonly url: string;
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  /** RFC 3339. */
  readonly since: string;
}

const LOCKED = 'the stack is currently locked by';
const CLOUD_CONFLICT = /\[409\] Conflict|Another update is currently in progress/;
const LOCK = /^\s*(\S+): created by (.+)@(\S+) \(pid (\d+)\) at (\S+)\s*$/gm;

/** Whether the CLI refused because somebody else holds the stack. */
export function isConflict(stderr: string): boolean {
  return stderr.includes(LOCKED) || CLOUD_CONFLICT.test(stderr);
}

/** The locks that the CLI named; none for backends that keep no lock files. */
export function parseLocks(stderr: string): StackLock[] {
  if (!stderr.includes(LOCKED)) return [];
  return [...stderr.matchAll(LOCK)].map(([, url = '', user = '', host = '', pid = '', since = '']) => ({
    url,
    user,
    host,
    pid: Number(pid),
    since,
  }));
}

/** Who holds a stack, for people. */
export function describeHolders(stderr: string): string {
  const locks = parseLocks(stderr);
  if (locks.length === 0) return 'another update of the stack is in progress';
  const holders = locks.map(({ user, host, pid, since }) => `${user}@${host} (pid ${pid}) since ${since}`);
  return `the stack is locked by ${holders.join(' and ')}`;
}
