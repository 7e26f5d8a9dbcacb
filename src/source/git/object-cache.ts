import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StallError } from '../../stack/failure';
import { GitError } from './failure';
import type { Git } from './git';

/** More packs than this make git slow: the repository is begun anew. */
const MOST_PACKS = 64;

export interface CachedRepository {
  /** Where the bare repository is kept. */
  readonly path: string;
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Lends the bare repository that keeps what was fetched from one URL. It is taken by renaming it away and given back
 * the same way: so no two processes ever work in it, and one that was killed in the middle takes only its own along.
 * Whoever finds none begins an empty one.
 */
export async function withRepository<T>(
  git: Git,
  cached: CachedRepository,
  work: (gitDir: string) => Promise<T>,
): Promise<T> {
  const gitDir = `${cached.path}.${randomUUID()}`;
  let isSound = false;
  try {
    if (!(await take(cached.path, gitDir))) await begin(git, cached, gitDir);
    const result = await work(gitDir);
    isSound = true;
    return result;
  } catch (error) {
    isSound = error instanceof StallError || error instanceof GitError; // git said no in order: its files are whole
    throw error;
  } finally {
    await (isSound ? giveBack(gitDir, cached.path) : rm(gitDir, { recursive: true, force: true }));
  }
}

async function take(path: string, gitDir: string): Promise<boolean> {
  try {
    await rename(path, gitDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (await isUsable(gitDir)) return true;
  await rm(gitDir, { recursive: true, force: true });
  return false;
}

async function isUsable(gitDir: string): Promise<boolean> {
  try {
    const files = await readdir(join(gitDir, 'objects', 'pack'));
    return files.filter((name) => name.endsWith('.pack')).length <= MOST_PACKS;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function begin(git: Git, { url, signal }: CachedRepository, gitDir: string): Promise<void> {
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  await git.run({ args: ['init', '--quiet', '--bare', '--template=', '--', gitDir], url, signal });
}

async function giveBack(gitDir: string, path: string): Promise<void> {
  const now = new Date();
  try {
    await utimes(gitDir, now, now);
    await rename(gitDir, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
    await rm(gitDir, { recursive: true, force: true }); // another one was quicker: one is enough
  }
}
