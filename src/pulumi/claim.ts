import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStackName, type StackId } from '../stack/stack-id';

/** Who keeps a Pulumi stack (A9). */
export interface StackOwner extends StackId {
  /** The engine: two of them may hold Stacks of one name. */
  readonly engine: string;
}

/** Where the claim of one stack stands. */
export interface ClaimStore {
  /** The owner that stands there; undefined when nobody does. */
  read(): Promise<StackOwner | undefined>;
  /** Writes a claim where `before` stood; false when something else stands there by now. */
  replace(before: StackOwner | undefined, owner: StackOwner): Promise<boolean>;
  /** Takes a claim off. */
  remove(): Promise<void>;
}

/** How a claim went. */
export type ClaimResult =
  { readonly claimed: true; readonly takenFrom?: StackOwner } | { readonly claimed: false; readonly owner: StackOwner };

const TRIES = 5;

/** Claims a stack for its owner; a claim whose owner is gone is taken over. */
export async function claimStack(
  store: ClaimStore,
  owner: StackOwner,
  isAlive: (owner: StackOwner) => Promise<boolean>,
): Promise<ClaimResult> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const current = await store.read();
    if (current !== undefined && isSameOwner(current, owner)) return { claimed: true };
    if (current !== undefined && (await isAlive(current))) return { claimed: false, owner: current };
    if (await store.replace(current, owner))
      return { claimed: true, ...(current === undefined ? {} : { takenFrom: current }) };
  }
  throw new Error('the claim of the stack changes hands too fast');
}

export function isSameOwner(a: StackOwner, b: StackOwner): boolean {
  return a.engine === b.engine && a.namespace === b.namespace && a.name === b.name;
}

export function ownerName({ engine, namespace, name }: StackOwner): string {
  return `${namespace}/${name} (engine ${engine})`;
}

/** Reads an owner as it was written; undefined when it is none. */
export function parseOwner(text: string): StackOwner | undefined {
  try {
    const { engine, namespace, name } = JSON.parse(text) as Partial<StackOwner>;
    return typeof engine === 'string' && isStackName(namespace) && isStackName(name)
      ? { engine, namespace, name }
      : undefined;
  } catch {
    return undefined; // not written by us
  }
}

/** The directory of a `file://` backend; undefined for the others and for those that depend on where one stands. */
export function fileBackendDirectory(backendUrl: string): string | undefined {
  const [address = ''] = backendUrl.split('?');
  if (address.startsWith('file://~/')) return join(userInfo().homedir, address.slice('file://~/'.length)); // as the CLI: not HOME
  return address.startsWith('file:///') ? fileURLToPath(address) : undefined;
}

/** A claim as a plain file beside the state of a `file://` backend. */
export function createFileClaims(backendDirectory: string, project: string, stack: string): ClaimStore {
  const folder = join(backendDirectory, '.pulumi', 'stackwright', 'claims');
  const path = join(folder, fileName(project), `${fileName(stack)}.json`);
  return {
    read: () => readOwner(path),
    async replace(before, owner) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (before !== undefined && !(await takeAway(path, before))) return false;
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
      const written = await linkNew(draft, path);
      await rm(draft);
      return written;
    },
    remove: () => rm(path, { force: true }),
  };
}

/** Moves a claim aside and looks whether it is the one that was meant; another's is put back. */
async function takeAway(path: string, owner: StackOwner): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
  const taken = await readOwner(aside);
  const meant = taken !== undefined && isSameOwner(taken, owner);
  if (!meant) await linkNew(aside, path);
  await rm(aside);
  return meant;
}

/** Only one of several gets a name; a reader never sees half of the file. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readOwner(path: string): Promise<StackOwner | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    const owner = parseOwner(text);
    if (owner === undefined) throw new Error(`the claim ${path} is damaged; remove it when nobody keeps this stack`);
    return owner;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function fileName(name: string): string {
  return encodeURIComponent(name).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));
}
