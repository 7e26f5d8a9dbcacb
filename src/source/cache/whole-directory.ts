import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DRAFT } from './layout';
import { removeTree } from './tree';

/**
 * Makes a directory whole or not at all: in a draft beside it, 0700, that gets its name when it is complete. What
 * stands in its place without being complete is removed; where another process was quicker, its one stays.
 */
export async function makeWhole<T>(
  path: string,
  isComplete: () => Promise<boolean>,
  make: (draft: string) => Promise<T>,
): Promise<T> {
  const parent = dirname(path);
  const draft = join(parent, `${DRAFT}${randomUUID()}`);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  try {
    await mkdir(draft, { mode: 0o700 });
    const made = await make(draft);
    if (!(await isComplete())) await removeTree(path, `${draft}-broken`);
    await give(draft, path);
    return made;
  } finally {
    await removeTree(draft);
  }
}

async function give(draft: string, path: string): Promise<void> {
  try {
    await rename(draft, path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
