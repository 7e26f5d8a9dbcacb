import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const WRITE_BITS = 0o222;
const OWNER_ALL = 0o700;

/** Takes away the right to write from everything in a directory, and answers how many bytes it has. */
export async function sealTree(path: string): Promise<number> {
  const facts = await lstat(path);
  if (facts.isSymbolicLink()) return 0;
  const bytes = facts.isDirectory() ? await sumOf(await children(path), sealTree) : facts.size;
  await chmod(path, facts.mode & ~WRITE_BITS & 0o7777);
  return bytes;
}

/** Bytes of all files in a directory; 0 when it is gone. */
export async function sizeOf(path: string): Promise<number> {
  try {
    const facts = await lstat(path);
    return facts.isDirectory() ? await sumOf(await children(path), sizeOf) : facts.size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Removes a directory, sealed or not; `hidden` is where it goes first, so that nobody sees half of it. */
export async function removeTree(path: string, hidden = path): Promise<void> {
  try {
    if (hidden !== path) await rename(path, hidden);
    await unseal(hidden);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await rm(hidden, { recursive: true, force: true });
}

/** Only directories: a file may be removed though it is read-only. */
async function unseal(path: string): Promise<void> {
  const facts = await lstat(path);
  if (!facts.isDirectory()) return;
  await chmod(path, OWNER_ALL);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await unseal(join(path, entry.name));
  }
}

async function children(path: string): Promise<string[]> {
  return (await readdir(path)).map((name) => join(path, name));
}

async function sumOf(paths: readonly string[], measure: (path: string) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += await measure(path);
  return sum;
}
