import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isStackName } from '../../src/stack/stack-id';
import { failure } from './failure';

const BRANCH = 'refs/heads/main';
/** The last commit that was made from the folder: commits that people pushed on top of it must stay. */
const IMPORTED = 'refs/stackwright/imported';
const NOBODY = '0'.repeat(40);

/** One local git repository that was made from a folder. */
export interface LocalRepository {
  readonly name: string;
  readonly commit: string;
  /** Whether this call added the commit to a repository that was there before. */
  readonly changed: boolean;
}

/**
 * Makes a bare repository `<target>/<name>.git`, branch main, of every folder in `folders`; a further commit only
 * when the folder's content changed. Without the folder there is nothing to make.
 */
export async function makeRepositories(folders: string, target: string): Promise<LocalRepository[]> {
  const made: LocalRepository[] = [];
  for (const name of await folderNames(folders)) {
    if (!isStackName(name)) throw failure(`${join(folders, name)}: a repository's name is a DNS label`);
    made.push({ name, ...(await commitFolder(join(folders, name), join(target, `${name}.git`))) });
  }
  return made;
}

async function folderNames(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Works on git's objects, without a checkout: nothing of the folder is ever run or rewritten. */
async function commitFolder(folder: string, gitDir: string): Promise<Omit<LocalRepository, 'name'>> {
  await mkdir(gitDir, { recursive: true, mode: 0o700 });
  await git(gitDir, ['init', '--quiet', '--bare', '--template=', '--initial-branch=main']);
  const tree = await writeTree(folder, gitDir);
  const imported = await resolve(gitDir, IMPORTED);
  const head = await resolve(gitDir, BRANCH);
  if (imported !== undefined && head !== undefined && (await resolve(gitDir, `${imported}^{tree}`)) === tree) {
    return { commit: head, changed: false };
  }
  const parent = head === undefined ? [] : ['-p', head];
  const message = head === undefined ? 'Import the folder' : 'Take over what changed in the folder';
  const commit = await git(gitDir, ['commit-tree', tree, ...parent, '-m', message]);
  await git(gitDir, ['update-ref', BRANCH, commit, head ?? NOBODY]);
  await git(gitDir, ['update-ref', IMPORTED, commit]);
  return { commit, changed: head !== undefined };
}

async function writeTree(folder: string, gitDir: string): Promise<string> {
  const index = { GIT_INDEX_FILE: join(gitDir, `index-${randomUUID()}`), GIT_WORK_TREE: folder };
  try {
    await git(gitDir, ['add', '--all', '--', '.', ':(exclude,glob)**/node_modules/**'], index);
    return await git(gitDir, ['write-tree'], index);
  } finally {
    await rm(index.GIT_INDEX_FILE, { force: true });
  }
}

async function resolve(gitDir: string, name: string): Promise<string | undefined> {
  try {
    return await git(gitDir, ['rev-parse', '--verify', '--quiet', name]);
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return undefined;
    throw error;
  }
}

const run = promisify(execFile);

async function git(
  gitDir: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = extra.GIT_WORK_TREE ?? gitDir;
  const { stdout } = await run('git', args, { cwd, env: { ...createGitEnvironment(gitDir), ...extra } });
  return stdout.trim();
}

/** Nothing of the user's git configuration changes what is committed, or runs. */
function createGitEnvironment(gitDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: gitDir,
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'stackctl dev',
    GIT_AUTHOR_EMAIL: 'dev@stackwright.invalid',
    GIT_COMMITTER_NAME: 'stackctl dev',
    GIT_COMMITTER_EMAIL: 'dev@stackwright.invalid',
  };
}
