import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore, type Store } from '../../../src/store';

let root: string;
let dir: string;
let store: Store;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-store-'));
  dir = join(root, 'store');
  store = createStore(dir);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the local store', () => {
  it('gives back what was put, in another process too', async () => {
    await store.putSecret('default', 'db', { password: 'hunter22' });
    await store.putConfigMap('default', 'db', { host: 'x' });
    await store.putProgram('default', 'db', { resources: {} });
    const other = createStore(dir);
    expect(await other.secret('default', 'db')).toEqual({ password: 'hunter22' });
    expect(await other.configMap('default', 'db')).toEqual({ host: 'x' });
    expect(await other.program('default', 'db')).toEqual({ resources: {} });
  });

  it('keeps files for their owner alone, and no half of one (L1)', async () => {
    await store.putSecret('default', 'db', { password: 'hunter22' });
    const folders = [dir, join(dir, 'default'), join(dir, 'default', 'secrets')];
    expect(folders.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    expect(statSync(join(dir, 'default', 'secrets', 'db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, 'default', 'secrets'))).toEqual(['db']);
  });

  it('keeps namespaces apart (L2)', async () => {
    await store.putSecret('a', 'db', { key: 'of a' });
    expect(await store.secret('b', 'db')).toBeUndefined();
    expect(await store.list('Secret', 'b')).toEqual([]);
  });

  it('takes a name as long as names may be', async () => {
    const name = 'x'.repeat(253);
    await store.putSecret('default', name, { a: '1' });
    expect(await store.secret('default', name)).toEqual({ a: '1' });
  });

  it.each(['..', '../x', 'a/b', '', 'Upper', '.hidden', 'x'.repeat(254)])(
    'refuses the name "%s" (L6)',
    async (name) => {
      await expect(store.putSecret('default', name, { a: '1' })).rejects.toThrow('not a proper name');
      await expect(store.secret(name, 'db')).rejects.toThrow('not a proper name');
      expect(existsSync(dir)).toBe(false);
    },
  );

  it('tells whether a content changed by a revision that depends on nothing else', async () => {
    const first = await store.putSecret('default', 'db', { password: 'hunter22' });
    const same = await store.putSecret('default', 'db', { password: 'hunter22' });
    const next = await store.putSecret('default', 'db', { password: 'hunter23' });

    expect([first.changed, same.changed, next.changed]).toEqual([true, false, true]);
    expect(same.revision).toBe(first.revision);
    expect(next.revision).not.toBe(first.revision);
    expect(await createStore(dir).revision('Secret', 'default', 'db')).toBe(next.revision);
  });

  it('has revisions that nobody without the store can guess a secret by (L1)', async () => {
    const here = await store.putSecret('default', 'db', { pin: '1234' });
    const there = await createStore(join(root, 'other')).putSecret('default', 'db', { pin: '1234' });
    expect(here.revision).not.toBe(there.revision);
  });

  it('lists and deletes', async () => {
    await store.putConfigMap('default', 'b', { x: '1' });
    await store.putConfigMap('default', 'a', { x: '1' });
    expect((await store.list('ConfigMap', 'default')).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await store.delete('ConfigMap', 'default', 'a')).toBe(true);
    expect(await store.delete('ConfigMap', 'default', 'a')).toBe(false);
    expect((await store.list('ConfigMap', 'default')).map(({ name }) => name)).toEqual(['b']);
  });

  it('waits for a Program that is not there yet', async () => {
    await expect(store.program('default', 'web')).rejects.toMatchObject({
      name: 'WaitError',
      reason: 'WaitingForReference',
      retryAfterMs: 30_000,
      message: 'Program "web" does not exist in namespace "default"',
    });
  });

  it.each([
    { name: 'cut off', text: '{"password":"hunt' },
    { name: 'of another shape', text: '{"password":{"deep":"hunter22"}}' },
    { name: 'empty', text: '' },
  ])('names a damaged file that is $name, and nothing of what is in it (L1)', async ({ text }) => {
    await store.putSecret('default', 'db', { password: 'hunter22' });
    const path = join(dir, 'default', 'secrets', 'db');
    writeFileSync(path, text);
    const error = await store.secret('default', 'db').then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toMatchObject({ name: 'StallError', message: `Secret "db" in ${path}: damaged; apply it again` });

    await store.putSecret('default', 'db', { password: 'hunter22' });
    expect(readFileSync(path, 'utf8')).toContain('hunter22');
  });
});
