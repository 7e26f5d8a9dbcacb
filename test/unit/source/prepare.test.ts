import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Progress } from '../../../src/stack/operation';
import { serveGit } from './git-server';
import { Lab, never, PROJECT, rejection, removeSealed, request, source } from './lab';

jest.setTimeout(60_000);

let lab: Lab;
beforeEach(() => (lab = new Lab()));
afterEach(() => lab.remove());

const prepare = (revision: string, extra = {}) =>
  lab.sources().prepare(request(source(lab.url('site')), revision, extra));

describe('preparing a git source', () => {
  it('checks out exactly the commit of the revision, though the branch has moved on (D3)', async () => {
    const first = lab.commit('site', { 'Pulumi.yaml': PROJECT, 'index.txt': 'one' });
    lab.commit('site', { 'index.txt': 'two' });
    const workspace = await prepare(`main@sha1:${first}`);

    expect(workspace).toMatchObject({ project: { name: 'site', runtime: 'yaml' }, revision: `main@sha1:${first}` });
    expect(readFileSync(join(workspace.dir, 'index.txt'), 'utf8')).toBe('one');
    expect(existsSync(join(workspace.dir, '.git'))).toBe(false);
  });

  it('tells how far it is', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const seen: Progress[] = [];
    await prepare(`main@sha1:${commit}`, { onProgress: (progress: Progress) => seen.push(progress) });
    expect(seen.map(({ phase, done }) => [phase, done])).toEqual([
      ['source', 0],
      ['source', 1],
    ]);
  });

  it('finds the project in its folder, and each folder has its own workspace', async () => {
    const commit = lab.commit('site', { 'a/Pulumi.yaml': PROJECT, 'b/Pulumi.yaml': 'name: b\nruntime: {name: go}\n' });
    const sources = lab.sources();
    const [a, b] = await Promise.all(
      ['a', 'b'].map((dir) => sources.prepare(request(source(lab.url('site'), { dir }), `main@sha1:${commit}`))),
    );
    expect([a?.project, b?.project]).toEqual([
      { name: 'site', runtime: 'yaml' },
      { name: 'b', runtime: 'go' },
    ]);
  });

  it('uses a workspace again without any process (D2)', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const sources = lab.sources(lab.counted());
    const first = await sources.prepare(request(source(lab.url('site')), `main@sha1:${commit}`));
    const starts = lab.allStarts();
    const second = await sources.prepare(request(source(lab.url('site')), `main@sha1:${commit}`, { name: 'other' }));

    expect(second).toEqual(first);
    expect(starts).toBeGreaterThan(0);
    expect(lab.allStarts()).toBe(starts);
  });

  it('names the revision by which it was asked, whoever prepared the commit first (D3)', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const revisions = [`main@sha1:${commit}`, `refs/tags/v1@sha1:${commit}`, `sha1:${commit}`];
    const workspaces = [];
    for (const revision of revisions) workspaces.push(await prepare(revision));
    expect(workspaces.map(({ revision }) => revision)).toEqual(revisions);
    expect(lab.kept('workspaces')).toHaveLength(1);
  });

  it('prepares once for two Stacks that want the same at the same time', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const sources = lab.sources(lab.counted());
    const both = ['one', 'two'].map((name) =>
      sources.prepare(request(source(lab.url('site')), `main@sha1:${commit}`, { name })),
    );
    const [one, two] = await Promise.all(both);
    expect(one).toEqual(two);
    expect(lab.started('git', 'fetch')).toBe(1);
  });

  it('fetches a later commit into the same object cache', async () => {
    const revisions = [lab.commit('site', { 'Pulumi.yaml': PROJECT }), lab.commit('site', { x: '1' })];
    for (const commit of revisions) await prepare(`main@sha1:${commit}`);
    expect(lab.kept('repositories')).toHaveLength(1);
    expect(lab.kept('workspaces')).toHaveLength(2);
  });

  it('keeps namespaces apart, for the owner alone (L6)', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const [here, there] = [
      await prepare(`main@sha1:${commit}`),
      await prepare(`main@sha1:${commit}`, { namespace: 'b' }),
    ];
    expect(here.dir).not.toBe(there.dir);
    const folders = [lab.cacheDir, join(lab.cacheDir, 'b'), join(lab.cacheDir, 'b', 'workspaces')];
    expect(folders.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  it('hands the files over read-only (L6)', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT, 'sub/file': '1' });
    const { dir } = await prepare(`main@sha1:${commit}`);
    const modes = ['.', 'Pulumi.yaml', 'sub', 'sub/file'].map((name) => statSync(join(dir, name)).mode & 0o222);
    expect(modes).toEqual([0, 0, 0, 0]);
  });

  it.each([
    { name: 'its record is gone', damage: (dir: string) => rmSync(join(dirname(dir), 'workspace.json')) },
    {
      name: 'its record is cut off',
      damage: (dir: string) => writeFileSync(join(dirname(dir), 'workspace.json'), '{"re'),
    },
    { name: 'its files are gone', damage: removeSealed },
  ])('makes a workspace again when $name', async ({ damage }) => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const { dir } = await prepare(`main@sha1:${commit}`);
    damage(dir);
    expect((await prepare(`main@sha1:${commit}`)).dir).toBe(dir);
    expect(readFileSync(join(dir, 'Pulumi.yaml'), 'utf8')).toBe(PROJECT);
    expect(lab.kept('workspaces')).toHaveLength(1);
  });

  it('begins the object cache anew when a killed worker left it damaged', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    await prepare(`main@sha1:${commit}`);
    const [repository = ''] = lab.kept('repositories');
    rmSync(join(lab.cacheDir, 'default', 'repositories', repository, 'objects'), { recursive: true });
    const next = lab.commit('site', { x: '1' });
    await expect(prepare(`main@sha1:${next}`)).resolves.toBeDefined();
  });

  it('leaves nothing half made when it is interrupted', async () => {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    expect(await rejection(prepare(`main@sha1:${commit}`, { signal: stop.signal, onProgress }))).toMatchObject({
      name: 'InterruptedError',
    });
    expect(lab.kept('workspaces')).toEqual([]);
  });
});

describe('a git source that cannot be prepared', () => {
  const outside = 'leads out of the source';
  it.each([
    { name: 'has no project', files: { x: '1' }, dir: '.', message: 'no Pulumi.yaml in the root' },
    { name: 'lacks the folder', files: { 'Pulumi.yaml': PROJECT }, dir: 'infra', message: 'infra: no such folder' },
    { name: 'is left by the folder', files: { 'Pulumi.yaml': PROJECT }, dir: '../..', message: outside },
    { name: 'is left by an absolute folder', files: { 'Pulumi.yaml': PROJECT }, dir: '/etc', message: outside },
    { name: 'has a project that is no YAML', files: { 'Pulumi.yaml': 'a: [' }, dir: '.', message: 'Pulumi.yaml: ' },
    {
      name: 'has a project without a name',
      files: { 'Pulumi.yaml': 'runtime: go' },
      dir: '.',
      message: 'look at: name',
    },
  ])('stalls when it $name (L6)', async ({ files, dir, message }) => {
    const commit = lab.commit('site', files);
    const error = await rejection(
      lab.sources().prepare(request(source(lab.url('site'), { dir }), `main@sha1:${commit}`)),
    );
    expect(error).toMatchObject({ name: 'StallError', failureClass: 'source' });
    expect(error.message).toContain(message);
  });

  it.each([
    { name: 'the folder is a link out of the repository', link: 'infra', dir: 'infra' },
    { name: 'the project file is a link out of the repository', link: 'Pulumi.yaml', dir: '.' },
  ])('stalls when $name (L6)', async ({ link, dir }) => {
    const target = join(lab.root, 'elsewhere');
    lab.write(target, { 'Pulumi.yaml': PROJECT });
    mkdirSync(lab.repository('site'), { recursive: true });
    lab.git(lab.repository('site'), 'init', '--quiet', '--initial-branch=main');
    symlinkSync(link === 'infra' ? target : join(target, link), join(lab.repository('site'), link));
    const commit = lab.commit('site', { x: '1' });
    const error = await rejection(
      lab.sources().prepare(request(source(lab.url('site'), { dir }), `main@sha1:${commit}`)),
    );
    expect(error).toMatchObject({ name: 'StallError', reason: 'WorkspaceFailed' });
    expect(error.message).toContain(outside);
  });

  it('stalls on a commit that the repository does not have', async () => {
    lab.commit('site', { 'Pulumi.yaml': PROJECT });
    const error = await rejection(prepare(`sha1:${'1'.repeat(40)}`));
    expect(error).toMatchObject({ name: 'StallError', failureClass: 'source', reason: 'SourceUnavailable' });
  });

  it.each(['main', 'sha1:--upload-pack=id', `main@sha1:${'g'.repeat(40)}`])(
    'stalls on the revision %s (L6)',
    async (revision) => {
      expect(await rejection(prepare(revision))).toMatchObject({ name: 'StallError' });
    },
  );

  it('refuses names that are no names before they become paths (L6)', async () => {
    const revision = `sha1:${'1'.repeat(40)}`;
    await expect(prepare(revision, { namespace: '..' })).rejects.toThrow('no name');
    await expect(prepare(revision, { name: '../x' })).rejects.toThrow('no proper name');
  });
});

describe('a server of smart HTTP', () => {
  it.each([
    { name: 'one commit from a server that gives it', realm: 'open' },
    { name: 'everything from an old server that gives only tips', realm: 'old' },
  ])('is asked for $name', async ({ realm }) => {
    const first = lab.commit('site', { 'Pulumi.yaml': PROJECT, 'index.txt': 'one' });
    lab.commit('site', { 'index.txt': 'two' });
    const server = await serveGit(lab.repository(''), { user: 'git', password: 'unused' });
    try {
      const from = source(`${server.url}/${realm}/site/.git`);
      const workspace = await lab.sources({ allowHttp: true }).prepare(request(from, `main@sha1:${first}`));
      expect(readFileSync(join(workspace.dir, 'index.txt'), 'utf8')).toBe('one');
    } finally {
      await server.close();
    }
  });
});

describe('a Program document', () => {
  const program = { resources: { a: { type: 'x', properties: { on: 'yes', at: '2001-01-01' } } } };
  const from = { kind: 'program', name: 'web' } as const;

  it('becomes a YAML project named for the document', async () => {
    const sources = lab.sources();
    const revision = await sources.resolve(from, never, program);
    const workspace = await sources.prepare(request(from, revision, { program }));
    expect(revision).toMatch(/^program@sha256:[0-9a-f]{64}$/);
    expect(workspace).toMatchObject({ project: { name: 'web', runtime: 'yaml' }, revision });
    expect(readFileSync(join(workspace.dir, 'Pulumi.yaml'), 'utf8')).toContain('"2001-01-01"');
  });

  it('is prepared as it is now, and the workspace names that revision (D3)', async () => {
    const sources = lab.sources();
    const old = await sources.resolve(from, never, program);
    const changed = { ...program, outputs: { x: 1 } };
    const workspace = await sources.prepare(request(from, old, { program: changed }));
    expect(workspace.revision).toBe(await sources.resolve(from, never, changed));
    expect(workspace.revision).not.toBe(old);
  });
});

describe('a local folder', () => {
  const open = () => ({ kind: 'local', dir: join(lab.root, 'folder') }) as const;
  const write = (files: Record<string, string>) => lab.write(join(lab.root, 'folder'), files);

  it('is used in place, and its revision follows its files', async () => {
    write({ 'Pulumi.yaml': PROJECT, 'node_modules/x': '1' });
    const sources = lab.sources();
    const first = await sources.resolve(open(), never);
    const workspace = await sources.prepare(request(open(), first));
    expect(workspace).toMatchObject({ project: { name: 'site' }, revision: first });
    expect(workspace.dir).toBe(join(lab.root, 'folder'));

    write({ 'node_modules/x': 'changed' });
    expect(await sources.resolve(open(), never)).toBe(first);
    write({ 'Pulumi.yaml': `${PROJECT}# changed\n` });
    expect(await sources.resolve(open(), never)).not.toBe(first);
  });

  it.each([
    { name: 'the worker does not allow it', settings: { allowLocal: false }, files: { 'Pulumi.yaml': PROJECT } },
    { name: 'it does not exist', settings: {}, files: undefined },
  ])('stalls when $name (L2)', async ({ settings, files }) => {
    if (files !== undefined) write(files);
    expect(await rejection(lab.sources(settings).resolve(open(), never))).toMatchObject({
      name: 'StallError',
      reason: 'SourceUnavailable',
    });
  });

  it('stalls when its packages are not installed, as it is not touched', async () => {
    write({ 'Pulumi.yaml': 'name: x\nruntime: nodejs\n', 'package.json': '{"dependencies":{"a":"1"}}' });
    const error = await rejection(lab.sources().prepare(request(open(), 'local@any')));
    expect(error).toMatchObject({ name: 'StallError', reason: 'WorkspaceFailed' });
    expect(error.message).toContain('run npm install');
  });
});
