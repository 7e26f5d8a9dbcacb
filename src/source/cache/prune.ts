import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStackName } from '../../stack/stack-id';
import { modulesBytes } from '../dependencies/modules';
import { DRAFT, layoutOf, type NamespaceLayout } from './layout';
import { removeTree, sizeOf } from './tree';
import { readUses } from './uses';
import { readWorkspaceRecord } from './workspace-record';

export interface CacheLimits {
  readonly workspaces: number;
  readonly bytes: number;
}

interface Item {
  readonly path: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly bytes: number;
  readonly isWorkspace: boolean;
  readonly isHeld: boolean;
}

/** A preparation that is under way has touched what it builds on more lately than that. */
const BUSY_MS = 3_600_000;
/** A draft of this age belongs to a process that is gone. */
const LEFT_BEHIND_MS = 86_400_000;

/** Removes what was used longest ago until the cache keeps its limits; never what a Stack uses. */
export async function prune(cacheDir: string, limits: CacheLimits, now: number): Promise<void> {
  const items: Item[] = [];
  for (const namespace of await names(cacheDir)) {
    if (isStackName(namespace)) items.push(...(await itemsOf(layoutOf(cacheDir, namespace), now)));
  }
  let bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  let workspaces = items.filter(({ isWorkspace }) => isWorkspace).length;
  for (const item of items.filter(({ isHeld }) => !isHeld).sort((a, b) => a.usedAt - b.usedAt)) {
    const isTooMuch = bytes > limits.bytes || (item.isWorkspace && workspaces > limits.workspaces);
    if (!isTooMuch) continue;
    await remove(item.path);
    bytes -= item.bytes;
    workspaces -= item.isWorkspace ? 1 : 0;
  }
}

async function itemsOf(layout: NamespaceLayout, now: number): Promise<Item[]> {
  const { workspaces, modules, repositories } = layout;
  await Promise.all([workspaces, modules, repositories].map((folder) => removeLeftBehind(folder, now)));
  const used = await readUses(layout.uses, now);
  const linked = new Set<string>();
  const items: Item[] = [];
  for (const name of await names(workspaces)) {
    const record = await readWorkspaceRecord(join(workspaces, name));
    if (record?.modules !== undefined) linked.add(record.modules);
    const facts = { isWorkspace: true, isHeld: used.has(name), bytes: record?.bytes ?? 0 };
    items.push({ path: join(workspaces, name), usedAt: await changedAt(join(workspaces, name)), ...facts });
  }
  for (const path of [...(await paths(modules)), ...(await paths(repositories))]) {
    const usedAt = await changedAt(path);
    const isLinked = dirname(path) === modules && linked.has(path.slice(modules.length + 1));
    const isHeld = isLinked || now - usedAt < BUSY_MS;
    const bytes = (await modulesBytes(path)) ?? (await sizeOf(path));
    items.push({ path, usedAt, bytes, isWorkspace: false, isHeld });
  }
  return items;
}

/** Drafts, and repositories that were lent to a process that never gave them back. */
async function removeLeftBehind(folder: string, now: number): Promise<void> {
  for (const name of await allNames(folder)) {
    if (!name.startsWith(DRAFT) && !name.includes('.')) continue;
    const path = join(folder, name);
    if (now - (await changedAt(path)) > LEFT_BEHIND_MS) await removeTree(path);
  }
}

function remove(path: string): Promise<void> {
  return removeTree(path, join(dirname(path), `${DRAFT}${randomUUID()}`));
}

async function paths(folder: string): Promise<string[]> {
  return (await names(folder)).map((name) => join(folder, name));
}

async function names(folder: string): Promise<string[]> {
  return (await allNames(folder)).filter((name) => !name.startsWith('.'));
}

async function allNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** 0 for what another process has just removed. */
async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
