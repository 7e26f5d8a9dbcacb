import { isRunning, parseStat, readBootId, readStat } from '../../../../src/pulumi/process/session';

const TAIL = 'S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000 2000';

describe('a process in /proc (I1)', () => {
  it.each(['sh', 'a (strange) name', ') 1 2 3'])('is read although it is called %s', (name) => {
    expect(parseStat(`42 (${name}) ${TAIL}`)).toEqual({ pid: 42, state: 'S', session: 30, startTicks: 987654 });
  });

  it.each(['', 'nonsense', '42 (sh)'])('is nothing when its text is %j', (text) =>
    expect(parseStat(text)).toBeUndefined(),
  );

  it('is known by number, start and boot together', () => {
    const { startTicks } = readStat(process.pid)!;
    const self = { pid: process.pid, startTicks, bootId: readBootId() };
    expect(isRunning(self)).toBe(true);
    expect(isRunning({ ...self, startTicks: startTicks + 1 })).toBe(false);
    expect(isRunning({ ...self, bootId: 'another' })).toBe(false);
  });
});
