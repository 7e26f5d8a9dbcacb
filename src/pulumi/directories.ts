import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the runs of one namespace keep things: no namespace sees another's (L6). */
export interface Directories {
  readonly home: string;
  readonly temporary: string;
  readonly pulumiHome: string;
  /** What is remembered about stacks: ciphertexts, runs. */
  readonly stacks: string;
  /** Files of runs that are under way. */
  readonly runs: string;
}

/** Creates, for their owner alone, the directories of a namespace. */
export async function makeDirectories(cacheDir: string, namespace: string): Promise<Directories> {
  const root = join(cacheDir, 'pulumi', namespace);
  const directories = {
    home: join(root, 'home'),
    temporary: join(root, 'tmp'),
    pulumiHome: join(root, 'pulumi-home'),
    stacks: join(root, 'stacks'),
    runs: join(root, 'runs'),
  };
  await Promise.all(Object.values(directories).map((path) => makePrivate(path)));
  return directories;
}

export async function makePrivate(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Where something is remembered about one stack of one backend; names are hashed, they may hold anything. */
export async function stackDirectory(directories: Directories, backendUrl: string, fullName: string): Promise<string> {
  const key = createHash('sha256').update(`${backendUrl}\n${fullName}`).digest('hex').slice(0, 32);
  return makePrivate(join(directories.stacks, key));
}
