import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Writes a small file for its owner alone; a reader sees the old text or the new one, never half of it. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}

/** Reads a JSON file of ours; undefined when it is missing or damaged, since all of it can be found out again. */
export async function readRemembered(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
