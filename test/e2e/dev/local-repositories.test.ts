import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepositories } from '../../../worker/dev/local-repositories';

let root: string;
let folder: string;
let target: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-repositories-'));
  folder = join(root, 'folders');
  target = join(root, 'made');
  mkdirSync(join(folder, 'site'), { recursive: true });
  writeFileSync(join(folder, 'site', 'index.js'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = () => makeRepositories(folder, target);
const change = (text: string) => writeFileSync(join(folder, 'site', 'index.js'), text);

function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=someone', '-c', 'user.email=someone@example.com'];
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
}

const inRepository = (...args: string[]): string => git(join(target, 'site.git'), ...args);

describe('makeRepositories', () => {
  it('makes a bare repository of each folder, with one commit on main', async () => {
    const [site] = await make();

    expect(site).toEqual({ name: 'site', commit: inRepository('rev-parse', 'main'), changed: false });
    expect(inRepository('show', 'main:index.js')).toBe('one');
  });

  it('commits again only when the content of the folder changed', async () => {
    const [first] = await make();
    const [same] = await make();
    change('two');
    const [next] = await make();

    expect(same).toEqual(first);
    expect(next).toMatchObject({ changed: true });
    expect(inRepository('rev-parse', 'main^')).toBe(first?.commit);
    expect(inRepository('show', 'main:index.js')).toBe('two');
  });

  it('keeps a commit that somebody pushed, as long as the folder stays as it was', async () => {
    await make();
    const clone = join(root, 'clone');
    git(root, 'clone', '--quiet', join(target, 'site.git'), clone);
    writeFileSync(join(clone, 'index.js'), 'pushed');
    git(clone, 'commit', '--quiet', '--all', '--message', 'Change it');
    git(clone, 'push', '--quiet');
    const [site] = await make();

    expect(site).toMatchObject({ changed: false });
    expect(inRepository('show', 'main:index.js')).toBe('pushed');
  });

  it('leaves out installed packages', async () => {
    mkdirSync(join(folder, 'site', 'node_modules'));
    writeFileSync(join(folder, 'site', 'node_modules', 'big.js'), '');
    await make();

    expect(inRepository('ls-tree', '-r', '--name-only', 'main')).toBe('index.js');
  });

  it('makes nothing where there is no such folder', async () => {
    await expect(makeRepositories(join(root, 'none'), target)).resolves.toEqual([]);
  });

  it('refuses a name that no URL could carry', async () => {
    mkdirSync(join(folder, 'Not A Label'));
    await expect(make()).rejects.toThrow('DNS label');
  });
});
