import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findTool } from '../../../src/cli/find-tool';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-tools-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function tool(path: string, mode = 0o755): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '');
  chmodSync(full, mode);
  return full;
}

describe('findTool', () => {
  it('takes the variable, then PATH, then our cache', async () => {
    const onPath = tool('bin/pulumi');
    const inCache = tool('cache/stackwright/tools/pulumi-3.1/bin/pulumi');
    const env = { PATH: [join(root, 'none'), join(root, 'bin')].join(delimiter), XDG_CACHE_HOME: join(root, 'cache') };

    expect(await findTool('pulumi', { ...env, STACKWRIGHT_PULUMI: '/opt/pulumi' })).toBe('/opt/pulumi');
    expect(await findTool('pulumi', env)).toBe(onPath);
    expect(await findTool('pulumi', { ...env, PATH: '' })).toBe(inCache);
  });

  it('is the bare name when there is none', async () => {
    tool('bin/git', 0o644);
    expect(await findTool('git', { PATH: join(root, 'bin'), HOME: root })).toBe('git');
  });
});
