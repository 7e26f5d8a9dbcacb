import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { PROGRAM } from './engine';

const pulumi = process.env.STACKWRIGHT_PULUMI ?? 'pulumi';

/** The same program on a backend of its own, run by the bare CLI: what every sync is measured against. */
export async function prepareBareUp(root: string): Promise<() => Promise<number>> {
  const dir = join(root, 'bare');
  await mkdir(join(root, 'bare-backend'));
  await mkdir(dir);
  await writeFile(join(dir, 'Pulumi.yaml'), stringify({ name: 'bench', runtime: 'yaml', ...PROGRAM }));
  const env = {
    PATH: [dirname(pulumi), process.env.PATH ?? ''].join(delimiter),
    HOME: dir,
    PULUMI_HOME: join(root, 'bare-home'),
    PULUMI_BACKEND_URL: `file://${join(root, 'bare-backend')}`,
    PULUMI_CONFIG_PASSPHRASE: 'bench',
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
  const run = (...args: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const child = spawn(pulumi, [...args, '--stack', 'bench', '--non-interactive'], {
        cwd: dir,
        env,
        stdio: 'ignore',
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code === 0) resolve(performance.now() - startedAt);
        else reject(new Error(`pulumi ${args[0] ?? ''} ended with ${String(code)}`));
      });
    });
  await run('stack', 'init');
  const up = (): Promise<number> => run('up', '--yes', '--skip-preview', '--json');
  await up();
  return up;
}
