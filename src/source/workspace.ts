import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { defined } from '../stack/defined';
import type { Progress } from '../stack/operation';
import { layoutOf, type NamespaceLayout } from './cache/layout';
import { prune } from './cache/prune';
import { sealTree } from './cache/tree';
import { writeUse } from './cache/uses';
import { makeWhole } from './cache/whole-directory';
import {
  readWorkspaceRecord,
  touch,
  treeOf,
  writeWorkspaceRecord,
  type WorkspaceRecord,
} from './cache/workspace-record';
import { addDependencies } from './dependencies/add-dependencies';
import { modulesBytes } from './dependencies/modules';
import { resolveInside } from './inside';
import { readProject } from './read-project';
import type { SourceSettings } from './settings';
import { SharedWork } from './shared-work';
import { sourceUnavailable } from './source-fault';

/** A program that is ready to run. It is read-only, and stays until its Stack asks for another one. */
export interface Workspace {
  /** Absolute path of the folder that holds Pulumi.yaml. */
  readonly dir: string;
  readonly project: { readonly name: string; readonly runtime: string };
  readonly revision: string;
}

/** What a workspace is made of. */
interface Recipe {
  readonly namespace: string;
  /** The Stack that will use it. */
  readonly stack: string;
  /** Tells it from every other workspace of the namespace; a file name. */
  readonly key: string;
  readonly revision: string;
  /** Folder of Pulumi.yaml below the tree. */
  readonly dir: string;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Writes the files of the source into `tree`, which does not exist yet. */
  fill(tree: string, layout: NamespaceLayout, signal: AbortSignal): Promise<void>;
}

export interface Workspaces {
  /** Opens the workspace, which costs no process, or makes it; once for all who ask at the same time. */
  open(recipe: Recipe): Promise<Workspace>;
}

const LIMITS = { workspaces: 200, bytes: 10 * 1_024 ** 3 };

export function createWorkspaces(settings: SourceSettings): Workspaces {
  const making = new SharedWork<WorkspaceRecord>();
  const shop = { settings, installing: new SharedWork<void>() };
  return {
    async open(recipe) {
      const layout = layoutOf(settings.cacheDir, recipe.namespace);
      const path = join(layout.workspaces, recipe.key);
      await writeUse(layout.uses, recipe.stack, recipe.key); // before it is made: from here on it is not pruned
      const record =
        (await readUsable(path, layout)) ??
        (await making.run(path, recipe.signal, (signal) => make(shop, { ...recipe, signal }, { path, layout })));
      await touch(path);
      return { dir: join(treeOf(path), record.dir), project: record.project, revision: recipe.revision };
    },
  };
}

interface Workshop {
  readonly settings: SourceSettings;
  readonly installing: SharedWork<void>;
}

interface Place {
  readonly path: string;
  readonly layout: NamespaceLayout;
}

/** Undefined too when its packages are gone: then it is made anew. */
async function readUsable(path: string, layout: NamespaceLayout): Promise<WorkspaceRecord | undefined> {
  const record = await readWorkspaceRecord(path);
  if (record?.modules === undefined) return record;
  const modules = join(layout.modules, record.modules);
  if ((await modulesBytes(modules)) === undefined) return undefined;
  await touch(modules);
  return record;
}

async function make(shop: Workshop, recipe: Recipe, { path, layout }: Place): Promise<WorkspaceRecord> {
  const { maxWorkspaces = LIMITS.workspaces, maxBytes = LIMITS.bytes } = shop.settings;
  await prune(shop.settings.cacheDir, { workspaces: maxWorkspaces - 1, bytes: maxBytes }, Date.now());
  const read = (): Promise<WorkspaceRecord | undefined> => readUsable(path, layout);
  const isComplete = async (): Promise<boolean> => (await read()) !== undefined;
  const found = await read(); // another process may have made it meanwhile
  return found ?? makeWhole(path, isComplete, (draft) => fillWorkspace(shop, recipe, { path: draft, layout }));
}

async function fillWorkspace(shop: Workshop, recipe: Recipe, place: Place): Promise<WorkspaceRecord> {
  const { revision, signal } = recipe;
  const tell = (done: number): void => recipe.onProgress({ phase: 'source', done, total: 1, last: revision });
  tell(0);
  await recipe.fill(treeOf(place.path), place.layout, signal);
  const tree = await realpath(treeOf(place.path));
  const dir = await resolveInside(tree, recipe.dir);
  if (dir === undefined) throw sourceUnavailable(`${recipe.dir}: no such folder in the source`);
  const project = await readProject(tree, dir);
  tell(1);
  const modules = await addDependencies(shop.settings, {
    ...recipe,
    ...{ tree, dir, project, layout: place.layout, installing: shop.installing },
  });
  const record = {
    dir: relative(tree, dir),
    project: { name: project.name, runtime: project.runtime },
    ...defined({ modules }),
    bytes: await sealTree(tree),
  };
  await writeWorkspaceRecord(place.path, record);
  return record;
}
