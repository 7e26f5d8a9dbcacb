import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sessionMembers } from '../../../src/pulumi/process/session';
import { createBench, locks, until, type Bench, type RunChanges, type RunningRun } from './lab';

jest.setTimeout(60_000);

/** A run whose resource hangs until its file is removed. */
async function startHanging(bench: Bench, changes: RunChanges = {}): Promise<RunningRun> {
  writeFileSync(bench.path('hang'), '');
  const run = bench.start({ program: 'files', config: hangingConfig(bench), ...changes });
  await until(() => existsSync(bench.path('started')), 'the resource to begin');
  return run;
}

function hangingConfig(bench: Bench): Record<string, string> {
  return { path: bench.path('file'), hangWhile: bench.path('hang'), started: bench.path('started') };
}

const lastPid = (run: RunningRun): number => run.records.at(-1)?.pid ?? 0;

function lockFile(bench: Bench, lock: Readonly<Record<string, unknown>>): string {
  const folder = join(bench.backend, '.pulumi/locks/organization/stash/dev');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ username: 'alice', timestamp: '2026-11-30T10:00:00Z', ...lock }));
  return path;
}

describe('interruptions of the real CLI', () => {
  it('a cancel lets what runs finish, and leaves no lock and no process (K2)', async () => {
    const bench = createBench();
    const run = await startHanging(bench);
    run.abort.abort({ kind: 'cancel' });
    await until(() => bench.log().includes('cancel'), 'the CLI to hear of it').catch(() => undefined);
    rmSync(bench.path('hang'));
    expect(await run.outcome).toMatchObject({
      outcome: 'cancelled',
      failure: { class: 'cancelled', permanent: false },
    });
    expect(existsSync(bench.path('file'))).toBe(true);
    expect(await locks(bench, 'files')).toEqual([]);
    expect(await sessionMembers(lastPid(run))).toEqual([]);
  });

  it('a cancel that comes before the start spawns nothing (K2)', async () => {
    const bench = createBench();
    const outcome = await bench.run({ signal: AbortSignal.abort({ kind: 'cancel' }) });
    expect(outcome).toMatchObject({ outcome: 'cancelled', processes: 0 });
  });

  it('a run that hangs past its time ends, gracefully and then hard, as a timeout (K5)', async () => {
    const bench = createBench({ ladder: () => ({ finishMs: 300, leaveMs: 3_000 }) });
    const run = await startHanging(bench, { timeoutMs: 6_000 });
    expect(await run.outcome).toMatchObject({ outcome: 'failed', failure: { class: 'timeout', permanent: false } });
    expect(await locks(bench, 'files')).toEqual([]);
    expect(await sessionMembers(lastPid(run))).toEqual([]);
  });

  it('a worker that has to let go counts as lost, not as a failure of the update (I2)', async () => {
    const bench = createBench({ ladder: () => ({ finishMs: 100, leaveMs: 100 }) });
    const run = await startHanging(bench);
    run.abort.abort({ kind: 'shutdown' });
    expect((await run.outcome).failure).toMatchObject({ class: 'lost', permanent: false });
    expect(await sessionMembers(lastPid(run))).toEqual([]);
  });

  it('after the CLI was killed its lock is known as ours, removed, and the next run works (I1)', async () => {
    const bench = createBench();
    const run = await startHanging(bench);
    process.kill(lastPid(run), 'SIGKILL');
    expect(await run.outcome).toMatchObject({ outcome: 'failed', failure: { class: 'internal', permanent: false } });
    expect(await sessionMembers(lastPid(run))).toEqual([]);
    expect(await locks(bench, 'files')).toHaveLength(1);
    rmSync(bench.path('hang'));
    expect(await bench.run({ program: 'files', config: hangingConfig(bench) })).toMatchObject({ outcome: 'succeeded' });
    expect(await locks(bench, 'files')).toEqual([]);
    expect(await bench.run({ program: 'files', config: hangingConfig(bench) })).toMatchObject({ processes: 1 });
  });

  it('a run of ours that still goes on is a conflict, not a second run (I1)', async () => {
    const bench = createBench();
    const run = await startHanging(bench);
    const second = await bench.run({
      program: 'files',
      config: hangingConfig(bench),
      logFile: bench.path('second.log'),
    });
    expect(second).toMatchObject({ outcome: 'failed', failure: { class: 'conflict', permanent: false }, processes: 0 });
    expect(await sessionMembers(lastPid(run))).not.toEqual([]);
    rmSync(bench.path('hang'));
    expect(await run.outcome).toMatchObject({ outcome: 'succeeded' });
  });

  it.each([
    { name: 'another host', lock: { hostname: 'laptop', pid: 4242 } },
    { name: 'a process of this host that is not ours', lock: { hostname: 'here', pid: 999_999 } },
  ])('the lock of $name is never removed; its holder is named (H4, I1)', async ({ lock }) => {
    const bench = createBench({ host: 'here' });
    await bench.run();
    const path = lockFile(bench, lock);
    const result = await bench.run();
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { class: 'conflict', permanent: false, reason: 'UpdateConflict' },
    });
    expect(result.failure?.message).toBe(
      `the stack is locked by alice@${lock.hostname} (pid ${lock.pid}) since 2026-11-30T10:00:00Z`,
    );
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(lock);
  });
});
