import { access, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'workspace.json';

const recordSchema = z.object({
  /** Folder of Pulumi.yaml, below `tree`. */
  dir: z.string(),
  project: z.object({ name: z.string(), runtime: z.string() }),
  /** Name of the installed packages that it links to; absent: none. */
  modules: z.string().exactOptional(),
  bytes: z.number(),
});

/** What is known of a finished workspace; it lies beside its tree and is written last. */
export type WorkspaceRecord = z.output<typeof recordSchema>;

export function treeOf(workspace: string): string {
  return join(workspace, 'tree');
}

export async function writeWorkspaceRecord(workspace: string, record: WorkspaceRecord): Promise<void> {
  await writeFile(join(workspace, FILE), JSON.stringify(record), { mode: 0o600 });
}

/** Undefined when the workspace is missing, half made or damaged. */
export async function readWorkspaceRecord(workspace: string): Promise<WorkspaceRecord | undefined> {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(await readFile(join(workspace, FILE), 'utf8')));
    if (!parsed.success) return undefined;
    await access(join(treeOf(workspace), parsed.data.dir));
    return parsed.data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Remembers that a directory of the cache was used now; one that is gone is not missed. */
export async function touch(path: string): Promise<void> {
  const now = new Date();
  try {
    await utimes(path, now, now);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
