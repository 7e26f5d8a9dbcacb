import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Lab, never, PROJECT, rejection, source } from './lab';
import { serveGit, type GitServer } from './git-server';

jest.setTimeout(60_000);

let lab: Lab;
let head: string;
beforeAll(() => {
  lab = new Lab();
  head = lab.commit('site', { 'Pulumi.yaml': PROJECT });
  const dir = lab.repository('site');
  lab.git(dir, 'tag', 'light');
  lab.git(dir, 'tag', '--annotate', '--message', 'one', 'annotated');
  lab.git(dir, 'branch', 'feature/main');
});
afterAll(() => lab.remove());

describe('resolving a git source', () => {
  it.each([
    { name: 'a short name to the tip of the branch', branch: 'main' },
    { name: 'a full ref to what it points at', branch: 'refs/heads/main' },
    { name: 'a light tag by its short name', branch: 'light' },
    { name: 'an annotated tag to its commit, not to the tag object', branch: 'annotated' },
    { name: 'a full ref of a tag to its commit', branch: 'refs/tags/annotated' },
  ])('resolves $name (D2)', async ({ branch }) => {
    const resolved = await lab.sources().resolve(source(lab.url('site'), { ref: { branch } }), never);
    expect(resolved).toBe(`${branch}@sha1:${head}`);
  });

  it('takes a commit at its word, without any process (D2)', async () => {
    const ref = { commit: head };
    expect(await lab.sources(lab.counted()).resolve(source(lab.url('site'), { ref }), never)).toBe(`sha1:${head}`);
    expect(lab.allStarts()).toBe(0);
  });

  it.each([
    { name: 'a branch that does not exist', branch: 'gone', message: /has no branch or tag "gone"/ },
    { name: 'a ref that only ends like one that exists', branch: 'ain', message: /has no branch or tag/ },
    { name: 'a ref that git would take for an option', branch: '--upload-pack=touch /tmp/x', message: /not a branch/ },
    { name: 'a ref that git would take for a pattern', branch: 'mai*', message: /not a branch/ },
  ])('stalls on $name (L6)', async ({ branch, message }) => {
    const error = await rejection(lab.sources().resolve(source(lab.url('site'), { ref: { branch } }), never));
    expect(error).toMatchObject({ name: 'StallError', failureClass: 'source', reason: 'SourceUnavailable' });
    expect(error.message).toMatch(message);
  });

  it.each([
    { name: 'a repository that is not there', url: () => lab.url('none'), message: /does not appear to be a git rep/ },
    { name: 'a transport that runs commands', url: () => 'ext::sh -c id', message: /by https, ssh, file only/ },
    { name: 'unprotected http', url: () => 'http://127.0.0.1:1/x.git', message: /by https, ssh, file only/ },
    { name: 'a path instead of a URL', url: () => lab.repository('site'), message: /by https, ssh, file only/ },
    { name: 'a URL that git would take for an option', url: () => '--upload-pack=id', message: /only/ },
    { name: 'a host that ssh would take for an option', url: () => 'ssh://-oProxyCommand=id/x', message: /only/ },
  ])('stalls on $name (L6)', async ({ url, message }) => {
    const error = await rejection(lab.sources().resolve(source(url()), never));
    expect(error).toMatchObject({ name: 'StallError', failureClass: 'source' });
    expect(error.message).toMatch(message);
  });

  it('stalls on a repository of this machine unless the worker allows it (L2)', async () => {
    const error = await rejection(lab.sources({ allowFile: false }).resolve(source(lab.url('site')), never));
    expect(error).toMatchObject({ name: 'StallError' });
    expect(error.message).toContain('by https, ssh only');
  });

  it('may try again when the host is dead', async () => {
    const error = await rejection(lab.sources().resolve(source('https://127.0.0.1:1/site.git'), never));
    expect(error.name).not.toBe('StallError');
    expect(error.message).toMatch(/Couldn't connect|Failed to connect/);
  });

  it('does not follow what the user configured for git (L6)', async () => {
    const home = join(lab.root, 'home');
    lab.write(home, { '.gitconfig': `[url "${lab.url('site')}"]\n\tinsteadOf = https://127.0.0.1:1/site\n` });
    const ambient = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: join(home, '.gitconfig') };
    await expect(lab.sources({ ambient }).resolve(source('https://127.0.0.1:1/site'), never)).rejects.toThrow();
  });
});

describe('polls that are in flight', () => {
  it('are shared by all who ask for the same branch of one URL (D2)', async () => {
    const own = new Lab();
    try {
      const commit = own.commit('site', { 'Pulumi.yaml': PROJECT });
      const sources = own.sources(own.counted());
      const all = await Promise.all([1, 2, 3].map(() => sources.resolve(source(own.url('site')), never)));
      expect(new Set(all)).toEqual(new Set([`main@sha1:${commit}`]));
      expect(own.started('git', 'ls-remote')).toBe(1);
    } finally {
      own.remove();
    }
  });

  it('go on for the others when one of them is interrupted', async () => {
    const sources = lab.sources();
    const leaving = new AbortController();
    const left = rejection(sources.resolve(source(lab.url('site')), leaving.signal));
    const stayed = sources.resolve(source(lab.url('site')), never);
    leaving.abort();
    expect(await left).toMatchObject({ name: 'InterruptedError' });
    expect(await stayed).toBe(`main@sha1:${head}`);
  });
});

describe('a host that does not answer', () => {
  it('keeps nobody who is interrupted, and no process of git goes on', async () => {
    const closed = new EventEmitter();
    const stop = new AbortController();
    const server = createServer((request) => {
      request.socket.once('close', () => closed.emit('close'));
      stop.abort();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/site.git`;
    const isClosed = once(closed, 'close');
    const error = await rejection(lab.sources({ allowHttp: true }).resolve(source(url), stop.signal));
    expect(error).toMatchObject({ name: 'InterruptedError' });
    await isClosed;
    server.close();
  });
});

describe('a repository behind smart HTTP', () => {
  let server: GitServer;
  beforeAll(async () => (server = await serveGit(lab.repository(''), { user: 'git', password: 'letmein' })));
  afterAll(() => server.close());
  const resolve = (path: string): Promise<string> =>
    lab.sources({ allowHttp: true }).resolve(source(`${server.url}/${path}`), never);

  it('is resolved', async () => {
    expect(await resolve('open/site/.git')).toBe(`main@sha1:${head}`);
  });

  it.each([
    { name: 'that asks for credentials', path: 'closed/site/.git', failureClass: 'credentials' },
    { name: 'that is not there', path: 'open/none.git', failureClass: 'source' },
  ])('stalls when it is one $name, and asks nobody', async ({ path, failureClass }) => {
    expect(await rejection(resolve(path))).toMatchObject({ name: 'StallError', failureClass });
  });
});
