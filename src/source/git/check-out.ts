import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceUnavailable } from '../source-fault';
import type { Git } from './git';
import { withRepository, type CachedRepository } from './object-cache';

const FETCH_MS = 1_800_000;
const TARGET = 'refs/stackwright/last';
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-gc'];

/** Writes the files of one commit into `tree`, which must not exist; no submodules, no hooks, no `.git`. */
export async function checkOut(git: Git, cached: CachedRepository, commit: string, tree: string): Promise<void> {
  const { url, signal } = cached;
  await withRepository(git, cached, async (gitDir) => {
    await fetchCommit(git, { ...cached, gitDir }, commit);
    await mkdir(tree, { mode: 0o700 });
    const index = `${tree}.index`;
    await git.run({
      args: [`--git-dir=${gitDir}`, `--work-tree=${tree}`, 'read-tree', '--reset', '-u', commit],
      env: { GIT_INDEX_FILE: index },
      url,
      signal,
      timeoutMs: FETCH_MS,
    });
    await rm(index, { force: true });
  });
}

interface Repository extends CachedRepository {
  readonly gitDir: string;
}

/** One commit without its past; the whole repository where a server gives no commit by its name. */
async function fetchCommit(git: Git, repository: Repository, commit: string): Promise<void> {
  if (await hasCommit(git, repository, commit)) return;
  try {
    await fetch(git, repository, ['--depth=1', '--', repository.url, `+${commit}:${TARGET}`]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const past = (await isShallow(repository.gitDir)) ? ['--unshallow'] : [];
    const refs = ['heads', 'tags'].map((kind) => `+refs/${kind}/*:refs/stackwright/${kind}/*`);
    await fetch(git, repository, [...past, '--', repository.url, ...refs]);
  }
  if (!(await hasCommit(git, repository, commit)))
    throw sourceUnavailable(`${repository.url}: has no commit ${commit}`);
}

async function fetch(git: Git, { gitDir, url, signal }: Repository, args: readonly string[]): Promise<void> {
  await git.run({ args: [`--git-dir=${gitDir}`, ...FETCH, ...args], url, signal, timeoutMs: FETCH_MS });
}

async function hasCommit(git: Git, { gitDir, url, signal }: Repository, commit: string): Promise<boolean> {
  const { code } = await git.try({
    args: [`--git-dir=${gitDir}`, 'cat-file', '-e', `${commit}^{commit}`],
    url,
    signal,
  });
  return code === 0;
}

/** Old servers give only tips by name, dumb ones no single commit at all. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /unadvertised object|not support shallow/.test(error.message);
}

async function isShallow(gitDir: string): Promise<boolean> {
  try {
    await access(join(gitDir, 'shallow'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
