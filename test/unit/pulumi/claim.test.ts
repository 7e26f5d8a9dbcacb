import { readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import {
  claimStack,
  createFileClaims,
  fileBackendDirectory,
  parseOwner,
  type StackOwner,
} from '../../../src/pulumi/claim';
import { temporaryDirectory } from './temporary-directory';

const owner = (name: string): StackOwner => ({ engine: 'e', namespace: 'default', name });
const alive = () => Promise.resolve(true);
const dead = () => Promise.resolve(false);

describe('claims (A9)', () => {
  let backend: string;
  beforeEach(() => (backend = temporaryDirectory()));
  const store = () => createFileClaims(backend, 'app', 'dev');

  it('the first to come owns the stack, and owns it still when it asks again', async () => {
    expect(await claimStack(store(), owner('a'), alive)).toEqual({ claimed: true });
    expect(await claimStack(store(), owner('a'), dead)).toEqual({ claimed: true });
  });

  it('another living owner is named', async () => {
    await claimStack(store(), owner('a'), alive);
    expect(await claimStack(store(), owner('b'), alive)).toEqual({ claimed: false, owner: owner('a') });
  });

  it('an owner of the same name in another engine is another one', async () => {
    await claimStack(store(), { ...owner('a'), engine: 'other' }, alive);
    expect(await claimStack(store(), owner('a'), alive)).toMatchObject({ claimed: false });
  });

  it('of many that take over a dead claim at once exactly one gets it, and nothing is left lying about', async () => {
    await claimStack(store(), owner('gone'), alive);
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const isAlive = ({ name }: StackOwner) => Promise.resolve(name !== 'gone');
    const results = await Promise.all(names.map((name) => claimStack(store(), owner(name), isAlive)));
    expect(results.filter(({ claimed }) => claimed)).toEqual([{ claimed: true, takenFrom: owner('gone') }]);
    expect(readdirSync(join(backend, '.pulumi/stackwright/claims/app'))).toEqual(['dev.json']);
  });

  it('a claim that was given up is free', async () => {
    await claimStack(store(), owner('a'), alive);
    await store().remove();
    expect(await claimStack(store(), owner('b'), alive)).toEqual({ claimed: true });
  });

  it("a damaged claim is nobody else's to take", async () => {
    await claimStack(store(), owner('a'), alive);
    const path = join(backend, '.pulumi/stackwright/claims/app/dev.json');
    writeFileSync(path, 'not a claim');
    await expect(claimStack(store(), owner('b'), dead)).rejects.toThrow('damaged');
  });

  it.each(['..', '../../x', 'a/b'])('a stack called %s stays below the claims', async (name) => {
    await claimStack(createFileClaims(backend, 'app', name), owner('a'), alive);
    expect(readdirSync(dirname(join(backend, '.pulumi/stackwright/claims/app/x')))).toHaveLength(1);
  });

  it.each([
    { url: 'file:///state', want: '/state' },
    { url: 'file:///state?no_tmp_dir=true', want: '/state' },
    { url: 'file://~/state', want: join(userInfo().homedir, 'state') },
    { url: 'file://./state', want: undefined },
    { url: 's3://bucket', want: undefined },
  ])('the directory of $url', ({ url, want }) => expect(fileBackendDirectory(url)).toBe(want));

  it.each(['', '{}', '{"engine":"e","namespace":"..","name":"a"}'])('%j is no owner', (text) =>
    expect(parseOwner(text)).toBeUndefined(),
  );
});
