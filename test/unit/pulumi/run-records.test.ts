import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RUN_TOKEN_VARIABLE } from '../../../src/pulumi/environment';
import { killSession, readBootId, readStat, sessionMembers } from '../../../src/pulumi/process/session';
import { createRunRecords, sweepDeadRuns, type RunRecord } from '../../../src/pulumi/run-records';
import { temporaryDirectory } from './temporary-directory';

const record = (changes: Partial<RunRecord> = {}): RunRecord => ({
  runToken: 'token-1',
  host: 'here',
  bootId: readBootId(),
  startedAt: 0,
  processes: [],
  ...changes,
});

/** A session whose leader is dead and whose member lives on, as after the kill of a CLI with a provider. */
async function orphanedSession(runToken: string): Promise<{ pid: number; startTicks: number }> {
  const leader = spawn('/bin/sh', ['-c', 'sleep 60 > /dev/null & echo ready; read wait'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', [RUN_TOKEN_VARIABLE]: runToken },
  });
  await once(leader.stdout, 'data');
  const { startTicks } = readStat(leader.pid!)!;
  leader.kill('SIGKILL');
  await once(leader, 'exit');
  return { pid: leader.pid!, startTicks };
}

describe('what dead runs left behind (I1)', () => {
  it('is ended, so that nothing goes on creating unrecorded', async () => {
    const leader = await orphanedSession('token-1');
    expect(await sessionMembers(leader.pid)).toHaveLength(1);
    await sweepDeadRuns([record({ processes: [leader] })]);
    expect(await sessionMembers(leader.pid)).toEqual([]);
  });

  it.each([
    { name: 'processes that do not show the token of the run', changes: { runToken: 'another' } },
    { name: 'numbers from before a reboot', changes: { bootId: 'another' } },
  ])('spares $name', async ({ changes }) => {
    const leader = await orphanedSession('token-1');
    await sweepDeadRuns([record({ processes: [leader], ...changes })]);
    expect(await sessionMembers(leader.pid)).toHaveLength(1);
    await killSession(leader.pid);
  });

  it('spares a run that is alive', async () => {
    const child = spawn('/bin/sleep', ['60'], {
      detached: true,
      stdio: 'ignore',
      env: { [RUN_TOKEN_VARIABLE]: 'token-1' },
    });
    const { startTicks } = readStat(child.pid!)!;
    await sweepDeadRuns([record({ processes: [{ pid: child.pid!, startTicks }] })]);
    expect(await sessionMembers(child.pid!)).toEqual([child.pid]);
    await killSession(child.pid!);
  });

  it('is known from records that outlive the worker', async () => {
    const memory = temporaryDirectory();
    const records = createRunRecords(memory);
    expect(await records.read()).toEqual([]);
    records.write(record());
    records.write(record({ processes: [{ pid: 7, startTicks: 1 }] }));
    expect(await createRunRecords(memory).read()).toEqual([record({ processes: [{ pid: 7, startTicks: 1 }] })]);
    await records.forget('token-1');
    expect(await records.read()).toEqual([]);
  });
});
