import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackSpecSchema, type StackSpec } from '../../../src/stack/spec';
import { createStore, resolveReferences, type ReferenceAccess, type Store } from '../../../src/store';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'stackwright-references-'));
  store = createStore(join(dir, 'store'));
  await store.putSecret('default', 'db', { password: 'hunter22', accessToken: 'pul-1', NUL: 'a\0b' });
  await store.putSecret('default', 'vars', { SHARED: 'secret', LEVEL: 'from secret' });
  await store.putConfigMap('default', 'site', { size: '{"width":3}', name: 'web', broken: '{"hunter22' });
  await store.putConfigMap('default', 'plain', { SHARED: 'plain', LEVEL: 'from map', PLAIN: 'visible' });
  await store.putSecret('other', 'db', { password: 'not ours' });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const spec = (fields: object): StackSpec => stackSpecSchema.parse({ stack: 'dev', ...fields });
const secret = (name: string, key: string, namespace?: string) => ({
  type: 'Secret',
  secret: { name, key, ...(namespace === undefined ? {} : { namespace }) },
});
const resolve = (fields: object, access: Partial<ReferenceAccess> = {}) =>
  resolveReferences(spec(fields), 'default', { reader: store, allowEnv: false, allowFs: false, ...access });

describe('resolving references', () => {
  it('collects config: plain, structured, from a ConfigMap, parsed as JSON, and secret', async () => {
    const { config } = await resolve({
      config: { region: 'eu', tags: { a: [1, true] } },
      configRef: { name: { name: 'site', key: 'name' }, size: { name: 'site', key: 'size', json: true } },
      secretsRef: { 'aws:password': secret('db', 'password') },
    });
    expect(config).toEqual([
      { key: 'region', value: 'eu', secret: false },
      { key: 'tags', value: { a: [1, true] }, secret: false },
      { key: 'name', value: 'web', secret: false },
      { key: 'size', value: { width: 3 }, secret: false },
      { key: 'aws:password', value: 'hunter22', secret: true },
    ]);
  });

  it('takes the secret of a config key that is given twice', async () => {
    const { config } = await resolve({ config: { pw: 'open' }, secretsRef: { pw: secret('db', 'password') } });
    expect(config).toEqual([{ key: 'pw', value: 'hunter22', secret: true }]);
  });

  it('lets a single variable win over a Secret, and a Secret over a ConfigMap', async () => {
    const { env } = await resolve({
      envs: ['plain'],
      envSecrets: ['vars'],
      envRefs: { LEVEL: { type: 'Literal', literal: { value: 'from ref' } } },
      accessTokenSecret: 'db',
    });
    expect(env).toEqual({ PLAIN: 'visible', SHARED: 'secret', LEVEL: 'from ref', PULUMI_ACCESS_TOKEN: 'pul-1' });
  });

  it('tells which values to mask: secret ones, and not what anyone may see (L1)', async () => {
    const { secrets } = await resolve({
      config: { region: 'eu' },
      secretsRef: { pw: secret('db', 'password') },
      envs: ['plain'],
      envSecrets: ['vars'],
      envRefs: { TOKEN: secret('db', 'accessToken'), OPEN: { type: 'Literal', literal: { value: 'open' } } },
    });
    expect(new Set(secrets)).toEqual(new Set(['hunter22', 'secret', 'from secret', 'pul-1']));
  });

  it('reads the worker’s environment and files where that is allowed, and masks them (L2)', async () => {
    const path = join(dir, 'token');
    writeFileSync(path, 'from file\n');
    const { env, secrets } = await resolve(
      { envRefs: { A: { type: 'Env', env: { name: 'X' } }, B: { type: 'FS', filesystem: { path } } } },
      { allowEnv: true, allowFs: true, environment: { X: 'from env' } },
    );
    expect(env).toEqual({ A: 'from env', B: 'from file\n' });
    expect(secrets).toEqual(['from env', 'from file\n']);
  });

  it.each([
    {
      name: 'a Secret',
      fields: { secretsRef: { a: secret('none', 'x') } },
      message: 'Secret "none" does not exist in namespace "default"',
    },
    {
      name: 'a key of a Secret',
      fields: { secretsRef: { a: secret('db', 'x') } },
      message: 'Secret "db" in namespace "default" has no key "x"',
    },
    {
      name: 'a key that every object has',
      fields: { secretsRef: { a: secret('db', 'constructor') } },
      message: 'Secret "db" in namespace "default" has no key "constructor"',
    },
    {
      name: 'a ConfigMap',
      fields: { envs: ['none'] },
      message: 'ConfigMap "none" does not exist in namespace "default"',
    },
    {
      name: 'a key of a ConfigMap',
      fields: { configRef: { a: { name: 'site', key: 'x' } } },
      message: 'ConfigMap "site" in namespace "default" has no key "x"',
    },
    {
      name: 'a variable',
      fields: { envRefs: { A: { type: 'Env', env: { name: 'X' } } } },
      message: 'envRefs.A: the worker has no variable X',
    },
    {
      name: 'a file',
      fields: { envRefs: { A: { type: 'FS', filesystem: { path: '/none/x' } } } },
      message: 'envRefs.A: the worker has no file /none/x',
    },
  ])('waits for $name that is missing, and names it (H4)', async ({ fields, message }) => {
    await expect(resolve(fields, { allowEnv: true, allowFs: true })).rejects.toMatchObject({
      name: 'WaitError',
      reason: 'WaitingForReference',
      retryAfterMs: 30_000,
      message,
    });
  });

  it.each([
    { name: 'Env', fields: { envRefs: { A: { type: 'Env', env: { name: 'PATH' } } } }, message: '--allow-env-refs' },
    {
      name: 'FS',
      fields: { envRefs: { A: { type: 'FS', filesystem: { path: '/etc/passwd' } } } },
      message: '--allow-fs-refs',
    },
    {
      name: 'foreign',
      fields: { secretsRef: { a: secret('db', 'password', 'other') } },
      message: 'do not cross namespaces',
    },
  ])('stalls on $name references that are not allowed (L2)', async ({ fields, message }) => {
    const error = await resolve(fields).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toMatchObject({ name: 'StallError' });
    expect(error?.message).toContain(message);
  });

  it('stalls on a value that is no JSON without showing it (L1)', async () => {
    const error = await resolve({ configRef: { a: { name: 'site', key: 'broken', json: true } } }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error).toMatchObject({ name: 'StallError', message: 'configRef.a: the value is not JSON' });
  });

  it('stalls on a variable that no process can have', async () => {
    await expect(resolve({ envRefs: { A: secret('db', 'NUL') } })).rejects.toThrow('variable A contains a NUL byte');
  });

  it.each([
    { name: 'a folder', make: () => dir },
    { name: 'a device', make: () => '/dev/zero' },
    {
      name: 'a file that is too big',
      make: () => (writeFileSync(join(dir, 'big'), 'x'.repeat(1_048_577)), join(dir, 'big')),
    },
  ])('stalls on $name instead of a file', async ({ make }) => {
    const fields = { envRefs: { A: { type: 'FS', filesystem: { path: make() } } } };
    await expect(resolve(fields, { allowFs: true })).rejects.toThrow('not a file of at most 1 MiB');
  });
});
