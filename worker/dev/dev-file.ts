import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readRemembered, writePrivate } from '../../src/pulumi/private-file';

/** What `stackctl` needs to find the embedded engine. It is used only without `stoppedAt` and while `pid` runs. */
export interface DevFile {
  readonly address: string;
  readonly stateDir: string;
  readonly uiUrl: string;
  readonly pid: number;
  /** RFC 3339; when the engine was stopped in order. */
  readonly stoppedAt?: string;
}

/** `$XDG_CONFIG_HOME/stackwright/dev.json`, by default below `~/.config`. */
export function devFilePath(environment: NodeJS.ProcessEnv): string {
  const home = environment.XDG_CONFIG_HOME;
  const config = home === undefined || home === '' ? join(homedir(), '.config') : home;
  return join(config, 'stackwright', 'dev.json');
}

/** Tells where this engine is; the engine started last is the one that `stackctl` speaks to. */
export async function writeDevFile(path: string, engine: DevFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writePrivate(path, `${JSON.stringify(engine, undefined, 2)}\n`);
}

/** Marks the engine as stopped, so that `stackctl` can say so; another engine's entry stays as it is. */
export async function markStopped(path: string, engine: DevFile, stoppedAt: string): Promise<void> {
  const written = await readRemembered(path);
  if (typeof written !== 'object' || written === null || !('pid' in written) || written.pid !== engine.pid) return;
  await writeDevFile(path, { ...engine, stoppedAt });
}
