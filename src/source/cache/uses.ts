import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isStackName } from '../../stack/stack-id';
import { DRAFT } from './layout';

/** A Stack that did not ask for so long is gone, or waits for months: it can fetch again. */
const FORGOTTEN_AFTER_MS = 30 * 86_400_000;

/**
 * Notes which workspace a Stack uses from now on. As a Stack runs one operation at a time, that is all it needs; a run
 * that outlives its worker keeps it too.
 */
export async function writeUse(uses: string, stack: string, workspace: string): Promise<void> {
  if (!isStackName(stack)) throw new Error('the Stack has no proper name');
  await mkdir(uses, { recursive: true, mode: 0o700 });
  const draft = join(uses, `${DRAFT}${randomUUID()}`);
  await writeFile(draft, workspace, { mode: 0o600 });
  await rename(draft, join(uses, stack));
}

/** Names of the workspaces that Stacks of a namespace use. */
export async function readUses(uses: string, now: number): Promise<Set<string>> {
  const names = await readdir(uses).catch(missing);
  const used = await Promise.all((names ?? []).map((name) => readUse(join(uses, name), now)));
  return new Set(used.filter((name) => name !== undefined));
}

async function readUse(path: string, now: number): Promise<string | undefined> {
  const facts = await stat(path).catch(missing);
  if (facts === undefined || now - facts.mtimeMs > FORGOTTEN_AFTER_MS) return undefined;
  return readFile(path, 'utf8').catch(missing);
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
