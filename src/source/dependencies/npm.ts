import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toolEnvironment } from '../environment';
import type { NamespaceLayout } from '../cache/layout';
import { runCommand } from '../run-command';
import type { SourceSettings } from '../settings';
import { judgeNpmFailure } from './npm-failure';

export interface Install {
  /** Folder of package.json; node_modules comes beside it. */
  readonly dir: string;
  /** Install what the lock file says and nothing else. */
  readonly isLocked: boolean;
  readonly layout: NamespaceLayout;
  readonly signal: AbortSignal;
}

const LONGEST_MS = 1_800_000;
const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/**
 * Installs the packages of one folder. The registry is that of the settings and of a committed .npmrc; nothing of the
 * worker's own npm configuration counts. Packages' install scripts run only where the settings allow it.
 */
export async function installPackages(settings: SourceSettings, install: Install): Promise<void> {
  const { dir, isLocked, layout, signal } = install;
  await Promise.all([layout.home, layout.npmCache].map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
  const scripts = settings.installScripts === true ? '--no-ignore-scripts' : '--ignore-scripts';
  const command = isLocked ? ['ci', '--prefer-offline'] : ['install'];
  const result = await runCommand({
    command: settings.npm,
    args: [...command, ...QUIET, scripts],
    cwd: dir,
    env: {
      ...toolEnvironment(settings),
      HOME: layout.home,
      npm_config_cache: layout.npmCache,
      npm_config_userconfig: settings.npmrc ?? join(layout.home, 'no-user-npmrc'), // npm wants two names, not two files
      npm_config_globalconfig: join(layout.home, 'no-global-npmrc'),
      npm_config_update_notifier: 'false',
    },
    signal,
    timeoutMs: LONGEST_MS,
  });
  if (result.code !== 0) throw judgeNpmFailure(result);
}
