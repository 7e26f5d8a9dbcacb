import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Maker = (work: { label: string; target: string }) => Promise<string>;
interface Component {
  name: string;
  version: string;
  minimum: string;
  variable: string;
  versionArgs: string[];
  companions: string[];
  extras: string[];
  installHint: string;
  makers: Maker[];
}
interface Toolchain {
  ensureTool(component: Component, options: { root: string }): Promise<string>;
  withLock<T>(file: string, work: () => Promise<T>): Promise<T>;
  isAtLeast(found: string, minimum: string): boolean;
  downloadRelease(release: { checksums: string; archive: string; mirrors: string[] }): Maker;
  readDigest(list: string, file: string): string;
  readLink(page: string, file: string, base: string): string;
}

const modules = ['ensure-tools', 'lock', 'version', 'release', 'wheel'];
let toolchain: Toolchain;
let root: string;
let made: number;

beforeAll(async () => {
  const folder = path.resolve(__dirname, '../../../scripts/toolchain');
  const loaded = await Promise.all(modules.map((name): Promise<unknown> => import(path.join(folder, `${name}.mjs`))));
  toolchain = Object.assign({}, ...loaded) as Toolchain;
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'stackwright-toolchain-'));
  made = 0;
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function writeTool(folder: string, version = '2.0.0'): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'faketool');
  writeFileSync(file, `#!/bin/sh\necho v${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

const makeIt: Maker = async ({ target }) => {
  made++;
  await sleep(20);
  writeTool(target);
  return 'made by a test';
};

const component = (difference: Partial<Component> = {}): Component => ({
  name: 'faketool',
  version: '2.0.0',
  minimum: '1.9.0',
  variable: 'STACKWRIGHT_FAKETOOL',
  versionArgs: ['version'],
  companions: [],
  extras: [],
  installHint: 'https://example.com',
  makers: [makeIt],
  ...difference,
});

const binary = (): string => path.join(root, 'tools/faketool-2.0.0/bin/faketool');
const ensure = (difference: Partial<Component> = {}): Promise<string> =>
  toolchain.ensureTool(component(difference), { root });

describe('the cache', () => {
  it('makes a tool once and finds it the second time', async () => {
    expect(await ensure()).toBe(binary());
    expect(await ensure()).toBe(binary());
    expect(made).toBe(1);
  });

  it('makes a tool once when two ask for it at the same time', async () => {
    expect(await Promise.all([ensure(), ensure()])).toEqual([binary(), binary()]);
    expect(made).toBe(1);
  });

  it.each([
    { name: 'the binary is missing', damage: () => rmSync(binary()) },
    { name: 'the binary is truncated', damage: () => writeFileSync(binary(), '#!/bin/sh\n') },
    {
      name: 'the binary cannot answer',
      damage: () => writeFileSync(binary(), readFileSync(binary(), 'utf8').replace('echo', 'ehco')),
    },
    { name: 'the finished mark is missing', damage: () => rmSync(path.join(binary(), '../../finished.json')) },
    {
      name: 'the finished mark is half written',
      damage: () => writeFileSync(path.join(binary(), '../../finished.json'), '{"fi'),
    },
  ])('makes a tool anew when $name', async ({ damage }) => {
    await ensure();
    damage();
    await ensure();
    expect(made).toBe(2);
    expect(spawnSync(binary(), ['version']).stdout.toString()).toBe('v2.0.0\n');
  });

  it('sweeps away what a run that died has left', async () => {
    mkdirSync(path.join(root, 'tools/faketool-2.0.0.draft-999999/bin'), { recursive: true });
    await ensure();
    expect(readdirSync(path.join(root, 'tools'))).toEqual(['faketool-2.0.0']);
  });

  it('goes on to the next way when one fails, and names all of them when none is left', async () => {
    const refuse: Maker = () => Promise.reject(new Error('no internet'));
    await expect(ensure({ makers: [refuse] })).rejects.toThrow(
      /no internet[^]*1\. install[^]*STACKWRIGHT_FAKETOOL[^]*3\. /,
    );
    expect(await ensure({ makers: [refuse, makeIt] })).toBe(binary());
  });
});

describe('the tools of the user', () => {
  const inherited = process.env.PATH;
  afterEach(() => {
    process.env.PATH = inherited;
    delete process.env.STACKWRIGHT_FAKETOOL;
  });

  it('takes the binary that the variable names, before PATH', async () => {
    process.env.PATH = `${path.dirname(writeTool(path.join(root, 'onpath')))}:${inherited ?? ''}`;
    process.env.STACKWRIGHT_FAKETOOL = writeTool(path.join(root, 'named'));
    expect(await ensure()).toBe(path.join(root, 'named/faketool'));
  });

  it('refuses a variable that names nothing usable', async () => {
    process.env.STACKWRIGHT_FAKETOOL = '/nowhere/faketool';
    await expect(ensure()).rejects.toThrow(
      'STACKWRIGHT_FAKETOOL=/nowhere/faketool cannot be used: there is no such file',
    );
  });

  it.each([
    { name: 'takes one on PATH of the minimum version', version: '1.9.0', companions: [], taken: true },
    { name: 'takes one on PATH of a newer major version', version: '10.0.1', companions: [], taken: true },
    { name: 'passes over one on PATH that is older', version: '1.8.9', companions: [], taken: false },
  ])('$name', async ({ version, companions, taken }) => {
    const file = writeTool(path.join(root, 'onpath'), version);
    process.env.PATH = `${path.dirname(file)}:${inherited ?? ''}`;
    expect(await ensure({ companions })).toBe(taken ? file : binary());
  });

  it('passes over one on PATH whose language hosts are nowhere', async () => {
    process.env.PATH = `${path.dirname(writeTool(path.join(root, 'onpath')))}:${inherited ?? ''}`;
    const withHost: Maker = async (work) => {
      writeFileSync(path.join(work.target, 'fakehost'), '', { mode: 0o755 });
      return makeIt(work);
    };
    expect(await ensure({ companions: ['fakehost'], makers: [withHost] })).toBe(binary());
  });
});

describe('the lock', () => {
  const file = (): string => path.join(root, 'it.lock');
  const hold = (holder: object): void => writeFileSync(file(), JSON.stringify({ host: hostname(), id: 1, ...holder }));

  it('takes over from a holder that is dead, and lets go afterwards', async () => {
    hold({ pid: spawnSync('true').pid });
    expect(await toolchain.withLock(file(), () => Promise.resolve('done'))).toBe('done');
    expect(readdirSync(root)).toEqual([]);
  });

  it('takes over from a holder that was silent for more than a minute, whoever has its pid now', async () => {
    hold({ pid: process.pid });
    const before = new Date(Date.now() - 61_000);
    utimesSync(file(), before, before);
    expect(await toolchain.withLock(file(), () => Promise.resolve('done'))).toBe('done');
  });

  it('waits for a holder that lives', async () => {
    hold({ pid: process.pid });
    let entered = false;
    const waiting = toolchain.withLock(file(), () => Promise.resolve((entered = true)));
    await sleep(50);
    expect(entered).toBe(false);
    rmSync(file());
    expect(await waiting).toBe(true);
  });

  it('lets go when the work fails', async () => {
    await expect(toolchain.withLock(file(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(file())).toBe(false);
  });
});

describe('an official download', () => {
  const packed = (): Buffer => {
    writeTool(path.join(root, 'pack/faketool'));
    spawnSync('tar', ['-czf', path.join(root, 'pack.tar.gz'), '-C', path.join(root, 'pack'), 'faketool']);
    return readFileSync(path.join(root, 'pack.tar.gz'));
  };

  async function withMirror<T>(digest: (archive: Buffer) => string, use: (mirror: string) => Promise<T>): Promise<T> {
    const archive = packed();
    const server = createServer((request, response) => {
      response.end(request.url === '/sums.txt' ? `${digest(archive)}  tool.tar.gz\n` : archive);
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    return use(`http://127.0.0.1:${port}`).finally(() => server.close());
  }

  const release = (mirror: string): Maker =>
    toolchain.downloadRelease({ checksums: 'sums.txt', archive: 'tool.tar.gz', mirrors: [mirror] });
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('is unpacked when its digest is the published one', async () => {
    const file = await withMirror(sha256, (mirror) => ensure({ makers: [release(mirror)] }));
    expect(spawnSync(file, ['version']).stdout.toString()).toBe('v2.0.0\n');
  });

  it('is refused when its digest is another', async () => {
    const made = withMirror(
      () => '0'.repeat(64),
      (mirror) => ensure({ makers: [release(mirror)] }),
    );
    await expect(made).rejects.toThrow(/SHA-256 is [0-9a-f]{64}, expected 0{64}/);
    expect(existsSync(binary())).toBe(false);
  });
});

describe('what is read', () => {
  it.each([
    { found: 'v3.274.1', minimum: '3.250.0', want: true },
    { found: 'temporal version 1.9.1 (Server 1.32.0)', minimum: '1.9.0', want: true },
    { found: '3.250.0-alpha.1', minimum: '3.250.0', want: true },
    { found: '3.99.9', minimum: '3.250.0', want: false },
    { found: 'no version', minimum: '1.0.0', want: false },
  ])('$found is at least $minimum: $want', ({ found, minimum, want }) => {
    expect(toolchain.isAtLeast(found, minimum)).toBe(want);
  });

  it('finds a digest by the exact file name', () => {
    const list = 'aa  tool.tar.gz.sbom\nbb *tool.tar.gz\n';
    expect(toolchain.readDigest(list, 'tool.tar.gz')).toBe('bb');
    expect(() => toolchain.readDigest(list, 'tool.zip')).toThrow('the published checksums do not name tool.zip');
  });

  it('finds a wheel on an index page, relative links too', () => {
    const page = '<a href="../../files/a-1-py3.whl#sha256=00">a</a>';
    expect(toolchain.readLink(page, 'a-1-py3.whl', 'https://example.com/simple/a/')).toBe(
      'https://example.com/files/a-1-py3.whl',
    );
  });
});
