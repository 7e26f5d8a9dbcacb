import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBootId } from '../../../src/pulumi/process/session';
import { lockEngine } from '../../../worker/dev/engine-lock';
import { identify } from '../../../worker/dev/process-record';

let root: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-lock-'));
  file = join(root, 'engine.lock');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const living = identify(process.pid);
const holder = (difference: object = {}): string => JSON.stringify({ ...living, host: hostname(), ...difference });
const deadPid = (): number => spawnSync('true').pid;

describe('lockEngine', () => {
  it('keeps a second engine out until the first releases the directory', async () => {
    const release = await lockEngine(file, root);
    await expect(lockEngine(file, root)).rejects.toThrow(`process id ${process.pid}`);
    await release();

    await expect(lockEngine(file, root)).resolves.toBeInstanceOf(Function);
  });

  it.each([
    { name: 'a process that is gone', given: () => holder({ pid: deadPid() }) },
    { name: 'a process whose number is now another process', given: () => holder({ startTicks: 1 }) },
    { name: 'a process of an earlier boot', given: () => holder({ bootId: `not ${readBootId()}` }) },
    { name: 'nobody, because the file is damaged', given: () => '{"pid":' },
  ])('takes over the lock of $name', async ({ given }) => {
    writeFileSync(file, given());

    await expect(lockEngine(file, root)).resolves.toBeInstanceOf(Function);
  });

  it('leaves a lock of another host alone, and says which file to remove', async () => {
    writeFileSync(file, holder({ host: 'elsewhere', pid: 1 }));

    await expect(lockEngine(file, root)).rejects.toThrow(
      `on host elsewhere; stop it there. If it is gone for good, remove ${file}`,
    );
    expect(existsSync(file)).toBe(true);
  });

  it('lets one of many engines win that find a dead lock at the same moment', async () => {
    writeFileSync(file, holder({ pid: deadPid() }));
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => lockEngine(file, root)));

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
