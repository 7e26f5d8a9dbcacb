import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Begins with a dot, as no name of an object does. */
const DRAFT = '.draft-';

/** Writes a file for its owner alone; a reader sees the old text or the new one, never half of it. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  await rename(draft, path);
}

/** Writes a file unless it is there. */
export async function writeOnce(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Undefined when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${DRAFT}${randomUUID()}`);
  await writeFile(draft, text, { mode: 0o600 });
  return draft;
}
