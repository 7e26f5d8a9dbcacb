import { describeHolders, isConflict, parseLocks, type StackLock } from '../../../src/pulumi/lock';
import { readBootId, readStat } from '../../../src/pulumi/process/session';
import { findRunning, isOwnDeadLock, type RunRecord } from '../../../src/pulumi/run-records';

const STDERR = `error: the stack is currently locked by 2 lock(s). Either wait for the other process(es) to end or delete the lock file with \`pulumi cancel\`.
  file:///b/1.json?no_tmp_dir=true: created by root@vm (pid 32260) at 2026-12-01T03:38:52Z
  s3://b/2.json: created by a.user@corp@laptop (pid 7) at 2026-12-01T04:00:00Z
`;
const NO_PROCESS = 2 ** 30; // above every limit of pids
const lock = (changes: Partial<StackLock> = {}): StackLock => ({
  url: 'file:///b/1.json',
  user: 'root',
  host: 'vm',
  pid: NO_PROCESS,
  since: '2026-12-01T03:38:52Z',
  ...changes,
});
const record = (changes: Partial<RunRecord> = {}): RunRecord => ({
  runToken: 't',
  host: 'vm',
  bootId: readBootId(),
  startedAt: Date.parse('2026-12-01T03:38:52.700Z'),
  processes: [{ pid: NO_PROCESS, startTicks: 1 }],
  ...changes,
});

describe('what the CLI says of locks (H4)', () => {
  it('is read with user, host, pid and time', () => {
    expect(isConflict(STDERR)).toBe(true);
    expect(parseLocks(STDERR)).toEqual([
      { url: 'file:///b/1.json?no_tmp_dir=true', user: 'root', host: 'vm', pid: 32260, since: '2026-12-01T03:38:52Z' },
      { url: 's3://b/2.json', user: 'a.user@corp', host: 'laptop', pid: 7, since: '2026-12-01T04:00:00Z' },
    ]);
    expect(describeHolders(STDERR)).toContain('root@vm (pid 32260) since 2026-12-01T03:38:52Z and a.user@corp@laptop');
  });

  it('is not read into other texts', () => {
    expect(isConflict('error: update failed')).toBe(false);
    expect(parseLocks('x: created by root@vm (pid 1) at now')).toEqual([]);
  });
});

describe('a lock is removed only when it is ours and its holder is dead (I1)', () => {
  const self = { pid: process.pid, startTicks: readStat(process.pid)!.startTicks };
  it.each([
    { name: 'ours, of a process that is gone', lock: lock(), record: record(), want: true },
    {
      name: 'ours, of a number that another process has by now',
      lock: lock({ pid: self.pid }),
      record: record({ processes: [{ ...self, startTicks: 1 }] }),
      want: true,
    },
    {
      name: 'ours, from before a reboot',
      lock: lock({ pid: self.pid }),
      record: record({ processes: [self], bootId: 'another' }),
      want: true,
    },
    { name: 'ours, alive', lock: lock({ pid: self.pid }), record: record({ processes: [self] }), want: false },
    { name: 'of another host', lock: lock({ host: 'laptop' }), record: record(), want: false },
    { name: 'of a process that we did not start', lock: lock({ pid: NO_PROCESS - 1 }), record: record(), want: false },
    { name: 'older than our run', lock: lock({ since: '2026-12-01T03:38:00Z' }), record: record(), want: false },
    { name: 'of an unreadable time', lock: lock({ since: 'once' }), record: record(), want: false },
    { name: 'of a run whose process is not known', lock: lock(), record: record({ processes: [] }), want: false },
  ])('$name: $want', ({ lock: held, record: known, want }) => expect(isOwnDeadLock(held, [known], 'vm')).toBe(want));

  it('a run that still goes on is found', () => {
    expect(findRunning([record(), record({ processes: [self], runToken: 'alive' })])).toMatchObject({
      runToken: 'alive',
      pid: self.pid,
    });
    expect(findRunning([record()])).toBeUndefined();
  });
});
