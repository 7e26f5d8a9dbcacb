import { createHash, type Hash } from 'node:crypto';
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { planDependencies } from './dependencies/plan';
import { readProject, type Project } from './read-project';
import { sourceUnavailable, workspaceFailed } from './source-fault';

/** Neither belongs to what its owner wrote. */
const PASSED_OVER = new Set(['.git', 'node_modules']);
const MOST_FILES = 20_000;

/** The real place of a folder of this machine. Throws StallError when it is none. */
export async function findFolder(dir: string): Promise<string> {
  try {
    const place = await realpath(dir);
    if ((await stat(place)).isDirectory()) return place;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(code)) throw error;
  }
  throw sourceUnavailable(`${dir}: no such folder on this worker`);
}

/**
 * The revision of a folder: `local@sha256:` and a digest of names, sizes and times of change, so that looking is cheap;
 * an edit that keeps all three is not seen. `.git` and `node_modules` do not count.
 */
export async function folderRevision(dir: string): Promise<string> {
  const digest = createHash('sha256');
  await addFolder(digest, { root: dir, left: MOST_FILES }, dir);
  return `local@sha256:${digest.digest('hex')}`;
}

/** The project of a folder. It is used in place, so that its owner installs what it needs. */
export async function readFolder(dir: string): Promise<Project> {
  const project = await readProject(dir, dir);
  const plan = await planDependencies(dir, dir, project);
  if (plan.kind === 'none') return project;
  throw workspaceFailed(
    `${plan.root}: packages are not installed; run npm install there, a local folder is not touched`,
  );
}

interface Walk {
  readonly root: string;
  left: number;
}

async function addFolder(digest: Hash, walk: Walk, dir: string): Promise<void> {
  for (const name of (await readdir(dir)).sort()) {
    if (PASSED_OVER.has(name)) continue;
    walk.left -= 1;
    if (walk.left < 0) throw workspaceFailed(`${walk.root}: has more than ${MOST_FILES} files; use a repository`);
    const path = join(dir, name);
    const facts = await lstat(path);
    const link = facts.isSymbolicLink() ? await readlink(path) : '';
    const size = facts.isFile() ? facts.size : 0;
    const changedAt = facts.isFile() ? facts.mtimeMs : 0;
    digest.update(JSON.stringify([relative(walk.root, path), facts.mode, size, changedAt, link]));
    if (facts.isDirectory()) await addFolder(digest, walk, path);
  }
}
