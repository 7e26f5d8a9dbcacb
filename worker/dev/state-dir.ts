import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PASSPHRASE_BYTES = 32;

/** Where the embedded engine keeps everything; all paths are absolute. */
export interface StateDir {
  readonly root: string;
  /** SQLite file of the Temporal server. */
  readonly database: string;
  readonly serverLog: string;
  /** Identity of the running Temporal server, so that the next engine finds one that a killed engine left behind. */
  readonly serverRecord: string;
  readonly lock: string;
  /** URL of the `file://` backend of Pulumi. */
  readonly backend: string;
  readonly passphraseFile: string;
  readonly store: string;
  readonly logs: string;
  readonly cache: string;
  readonly repositories: string;
}

/** Makes the state directory, for its owner alone, or opens the one that is there. */
export async function openStateDir(path: string): Promise<StateDir> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const root = await realpath(path);
  await chmod(root, 0o700);
  const backend = join(root, 'backend');
  const dir: StateDir = {
    root,
    database: join(root, 'temporal.db'),
    serverLog: join(root, 'temporal.log'),
    serverRecord: join(root, 'temporal.json'),
    lock: join(root, 'engine.lock'),
    backend: pathToFileURL(backend).href,
    passphraseFile: join(root, 'passphrase'),
    store: join(root, 'store'),
    logs: join(root, 'logs'),
    cache: join(root, 'cache'),
    repositories: join(root, 'repositories'),
  };
  for (const folder of [backend, dir.store, dir.logs, dir.cache, dir.repositories]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await keepPassphrase(dir.passphraseFile);
  return dir;
}

/** Made once and never replaced: what was encrypted with it could not be read again. A link never shows half a file. */
async function keepPassphrase(file: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(PASSPHRASE_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
