import { createHash } from 'node:crypto';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NamespaceLayout } from '../cache/layout';
import { sealTree } from '../cache/tree';
import { makeWhole } from '../cache/whole-directory';
import { touch } from '../cache/workspace-record';
import type { SourceSettings } from '../settings';
import type { SharedWork } from '../shared-work';
import { installPackages } from './npm';
import type { PackageFile } from './plan';

const RECORD = 'modules.json';
const recordSchema = z.object({ bytes: z.number() });

export interface SharedModules {
  readonly files: readonly PackageFile[];
  /** Folder of the workspace that gets the link `node_modules`. */
  readonly root: string;
  readonly layout: NamespaceLayout;
  /** Major version of Node: packages may be built for it. */
  readonly nodeMajor: string;
  /** Installations that are under way. */
  readonly installing: SharedWork<void>;
  readonly signal: AbortSignal;
}

/** Name of the packages that these files lead to; the same for every revision that has the same files. */
function modulesName(files: readonly PackageFile[], nodeMajor: string, installScripts: boolean): string {
  const facts = { files, nodeMajor, installScripts, platform: process.platform, arch: process.arch };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

/** Links a workspace to its installed packages, which are installed first if they are not there. Answers their name. */
export async function linkModules(settings: SourceSettings, shared: SharedModules): Promise<string> {
  const { files, layout, nodeMajor, root, signal } = shared;
  const name = modulesName(files, nodeMajor, settings.installScripts === true);
  const path = join(layout.modules, name);
  const isComplete = async (): Promise<boolean> => (await modulesBytes(path)) !== undefined;
  if (!(await isComplete())) {
    await shared.installing.run(path, signal, (ofAll) =>
      makeWhole(path, isComplete, (draft) => install(settings, { ...shared, signal: ofAll }, draft)),
    );
  }
  await touch(path);
  await symlink(join(path, 'node_modules'), join(root, 'node_modules'), 'dir');
  return name;
}

async function install(settings: SourceSettings, { files, layout, signal }: SharedModules, dir: string): Promise<void> {
  for (const file of files) await writeFile(join(dir, file.name), file.text, { mode: 0o600 });
  await installPackages(settings, { dir, isLocked: true, layout, signal });
  const bytes = await sealTree(join(dir, 'node_modules'));
  await writeFile(join(dir, RECORD), JSON.stringify({ bytes }), { mode: 0o600 });
}

/** Bytes of installed packages; undefined when they are missing or half installed. */
export async function modulesBytes(path: string): Promise<number | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(join(path, RECORD), 'utf8'))).bytes;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
