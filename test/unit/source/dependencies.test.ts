import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceSettings, Workspace } from '../../../src/source';
import { Lab, NODE_PROJECT, PROJECT, rejection, removeSealed, request, source, type Files } from './lab';
import { serveNpm, type NpmRegistry } from './npm-registry';

jest.setTimeout(120_000);

let registry: NpmRegistry;
let lab: Lab;
beforeAll(async () => (registry = await serveNpm()));
afterAll(() => registry.close());
beforeEach(() => (lab = new Lab()));
afterEach(() => lab.remove());

const manifest = (extra: object = {}) =>
  JSON.stringify({ name: 'site', version: '1.0.0', dependencies: { left: '1.0.0' }, ...extra });

const lock = (packages: object = {}) =>
  JSON.stringify({
    name: 'site',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'site', version: '1.0.0', dependencies: { left: '1.0.0' } }, ...packages },
  });

const locked = () => ({
  'node_modules/left': {
    version: '1.0.0',
    resolved: `${registry.url}/left.tgz`,
    integrity: registry.integrity,
    hasInstallScript: true,
  },
});

const program = (extra: Files = {}): Files => ({
  'Pulumi.yaml': NODE_PROJECT,
  'package.json': manifest(),
  'package-lock.json': lock(locked()),
  ...extra,
});

const settings = (extra: Partial<SourceSettings> = {}): Partial<SourceSettings> => {
  lab.write(lab.root, { npmrc: `registry=${registry.url}\nfetch-retries=0\n` });
  return { ...lab.counted(), npmrc: join(lab.root, 'npmrc'), ...extra };
};

const prepare = (commit: string, extra: Partial<SourceSettings> = {}, dir = '.'): Promise<Workspace> =>
  lab.sources(settings(extra)).prepare(request(source(lab.url('site'), { dir }), `main@sha1:${commit}`));

const modules = ({ dir }: Workspace, ...path: string[]) => join(dir, 'node_modules', ...path);
const npmStarts = () => lab.started('npm', 'ci') + lab.started('npm', 'install');

describe('packages of a Node program', () => {
  it('are installed by npm ci once for all revisions with the same lock file, and linked', async () => {
    const [one, two] = [lab.commit('site', program()), lab.commit('site', { 'index.js': 'two' })];
    const [first, second] = [await prepare(one), await prepare(two)];

    expect(lab.started('npm', 'ci')).toBe(1);
    for (const workspace of [first, second]) {
      expect(lstatSync(modules(workspace)).isSymbolicLink()).toBe(true);
      expect(existsSync(modules(workspace, 'left', 'package.json'))).toBe(true);
    }
    expect(statSync(modules(first, 'left')).mode & 0o222).toBe(0);
  });

  it('are installed once for two revisions that are prepared at the same time', async () => {
    const commits = [lab.commit('site', program()), lab.commit('site', { 'index.js': 'two' })];
    const sources = lab.sources(settings());
    await Promise.all(commits.map((commit) => sources.prepare(request(source(lab.url('site')), `sha1:${commit}`))));
    expect(lab.started('npm', 'ci')).toBe(1);
  });

  it('are installed again for another lock file', async () => {
    const [one, two] = [lab.commit('site', program()), lab.commit('site', { 'package.json': manifest({ main: 'x' }) })];
    await prepare(one);
    await prepare(two);
    expect(lab.started('npm', 'ci')).toBe(2);
  });

  it('are installed again when they were removed from the cache', async () => {
    const commit = lab.commit('site', program());
    const first = await prepare(commit);
    const [name = ''] = lab.kept('modules');
    removeSealed(join(lab.cacheDir, 'default', 'modules', name));
    await prepare(commit);
    expect(existsSync(modules(first, 'left', 'package.json'))).toBe(true);
  });

  it.each([
    { name: 'do not run', installScripts: false },
    { name: 'run where the worker allows it', installScripts: true },
  ])('have install scripts, which $name', async ({ installScripts }) => {
    const workspace = await prepare(lab.commit('site', program()), { installScripts });
    expect(existsSync(modules(workspace, 'left', 'scripted'))).toBe(installScripts);
  });

  it('come from npm install into the workspace itself when there is no lock file', async () => {
    const { 'package-lock.json': _lock, ...unlocked } = program();
    const workspace = await prepare(lab.commit('site', unlocked));
    expect(lab.started('npm', 'install')).toBe(1);
    expect(lstatSync(modules(workspace)).isSymbolicLink()).toBe(false);
    expect(existsSync(modules(workspace, 'left', 'package.json'))).toBe(true);
  });

  it('stay in the workspace when the lock file names a folder of the source', async () => {
    const own = { 'lib/package.json': '{"name":"lib","version":"1.0.0"}', 'lib/index.js': 'module.exports = 1' };
    const dependencies = { lib: 'file:lib' };
    const files = {
      'Pulumi.yaml': NODE_PROJECT,
      'package.json': manifest({ dependencies }),
      'package-lock.json': JSON.stringify({
        name: 'site',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'site', version: '1.0.0', dependencies },
          lib: { version: '1.0.0' },
          'node_modules/lib': { resolved: 'lib', link: true },
        },
      }),
      ...own,
    };
    const workspace = await prepare(lab.commit('site', files));
    expect(readFileSync(modules(workspace, 'lib', 'index.js'), 'utf8')).toBe('module.exports = 1');
    expect(lab.kept('modules')).toEqual([]);
  });

  it('are found above the folder of the project, as npm finds them', async () => {
    const { 'Pulumi.yaml': project = '', ...rest } = program();
    const workspace = await prepare(lab.commit('site', { ...rest, 'infra/Pulumi.yaml': project }), {}, 'infra');
    expect(existsSync(join(workspace.dir, '..', 'node_modules', 'left', 'package.json'))).toBe(true);
  });

  it.each([
    { name: 'of a program that depends on none', files: { 'package.json': '{"name":"site"}' } },
    { name: 'of a program without package.json', files: { 'index.js': '' } },
    {
      name: 'that are part of the repository',
      files: { 'package.json': '{"dependencies":{"left":"1"}}', 'node_modules/left/x': '' },
    },
    {
      name: 'of a program that is not run by Node',
      files: { 'Pulumi.yaml': PROJECT, 'package.json': '{"dependencies":{"left":"1"}}' },
    },
  ])('$name are no work for npm', async ({ files }) => {
    await prepare(lab.commit('site', { 'Pulumi.yaml': NODE_PROJECT, ...(files as unknown as Files) }));
    expect(npmStarts()).toBe(0);
  });
});

describe('packages that cannot be installed', () => {
  it.each([
    {
      name: 'a lock file does not fit package.json',
      files: () => program({ 'package-lock.json': lock() }),
      message: /^npm: EUSAGE: .*in sync/,
    },
    {
      name: 'the registry does not have one',
      files: () => ({ 'Pulumi.yaml': NODE_PROJECT, 'package.json': manifest({ dependencies: { none: '1' } }) }),
      message: /^npm: E404: .*none/,
    },
    {
      name: 'another tool locked them',
      files: () => ({ 'Pulumi.yaml': NODE_PROJECT, 'package.json': manifest(), 'pnpm-lock.yaml': '' }),
      message: /there is a pnpm-lock.yaml: commit a package-lock.json/,
    },
    {
      name: 'the project wants another tool',
      files: () => ({
        'Pulumi.yaml': 'name: x\nruntime: {name: nodejs, options: {packagemanager: yarn}}\n',
        'package.json': manifest(),
      }),
      message: /the project wants yarn/,
    },
    {
      name: 'package.json is no JSON',
      files: () => program({ 'package.json': '{' }),
      message: /^package.json: not JSON/,
    },
  ])('stall the Stack when $name, with the cause in one line', async ({ files, message }) => {
    const error = await rejection(prepare(lab.commit('site', files())));
    expect(error).toMatchObject({ name: 'StallError', reason: 'WorkspaceFailed' });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    expect(lab.kept('modules')).toEqual([]);
  });

  it('are tried again when the registry is dead', async () => {
    lab.write(lab.root, { dead: 'registry=http://127.0.0.1:1\nfetch-retries=0\n' });
    const { 'package-lock.json': _lock, ...unlocked } = program();
    const error = await rejection(prepare(lab.commit('site', unlocked), { npmrc: join(lab.root, 'dead') }));
    expect(error.name).toBe('Error');
    expect(error.message).toMatch(/^npm: ECONNREFUSED/);
  });
});

describe('the configuration of npm', () => {
  it('may be committed, and is enough where the worker has none', async () => {
    const commit = lab.commit('site', program({ '.npmrc': `registry=${registry.url}\n` }));
    const sources = lab.sources(lab.counted());
    const workspace = await sources.prepare(request(source(lab.url('site')), `main@sha1:${commit}`));
    expect(existsSync(modules(workspace, 'left', 'package.json'))).toBe(true);
  });

  it('is not taken from a link to somebody’s own (L6)', async () => {
    const secret = join(lab.root, 'npmrc-of-the-worker');
    lab.write(lab.root, { 'npmrc-of-the-worker': '//registry/:_authToken=hunter22\n' });
    lab.commit('site', program());
    symlinkSync(secret, join(lab.repository('site'), '.npmrc'));
    const error = await rejection(prepare(lab.commit('site', {})));
    expect(error).toMatchObject({ name: 'StallError', reason: 'WorkspaceFailed' });
    expect(error.message).toMatch(/^.npmrc: leads out of the source/);
  });
});

describe('the environment of npm', () => {
  it('has nothing of the worker but the way to the network (L3)', async () => {
    const env = join(lab.root, 'env');
    const ambient = { PATH: process.env.PATH, AWS_SECRET_ACCESS_KEY: 'hunter22', NODE_OPTIONS: '--no-warnings' };
    lab.write(lab.root, { fake: `#!/bin/sh\nenv > '${env}'\nmkdir node_modules\n` });
    chmodSync(join(lab.root, 'fake'), 0o755);
    await prepare(lab.commit('site', program()), { npm: join(lab.root, 'fake'), ambient });

    const seen = readFileSync(env, 'utf8');
    expect(seen).not.toMatch(/hunter22|NODE_OPTIONS/);
    expect(seen).toContain(`HOME=${join(lab.cacheDir, 'default', 'home')}`);
  });
});
