import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StallError } from '../stack/failure';
import { claimStack, createFileClaims, fileBackendDirectory, isSameOwner, ownerName, parseOwner } from './claim';
import type { ClaimStore, StackOwner } from './claim';
import { readRemembered, writePrivate } from './private-file';
import type { RunContext } from './run-context';
import { createTagClaims } from './workspace';

const DEFAULT_ENGINE = 'stackwright';
const FILE = 'claimed.json';

/**
 * Makes sure that this Stack owns the Pulumi stack (A9); answers a warning when it took it over from one that is gone.
 * Throws StallError when another one keeps it. A claim that is known costs no process.
 */
export async function ensureOwnership(context: RunContext): Promise<string | undefined> {
  const owner = ownerOf(context);
  const directory = fileBackendDirectory(context.run.backendUrl);
  if (directory === undefined && (await isRemembered(context, owner))) return undefined;
  await requireDirectory(directory);
  const result = await claimStack(storeOf(context), owner, (other) => isAlive(context, other));
  if (!result.claimed) throw claimedBy(context, result.owner);
  if (directory === undefined) await writePrivate(join(context.memoryDir, FILE), JSON.stringify(owner));
  return result.takenFrom === undefined
    ? undefined
    : `took the stack over from ${ownerName(result.takenFrom)}, which is gone`;
}

/** Gives the stack up, after it was destroyed. */
export async function releaseOwnership(context: RunContext): Promise<void> {
  await rm(join(context.memoryDir, FILE), { force: true });
  // Tags go with the stack itself.
  if (fileBackendDirectory(context.run.backendUrl) !== undefined) await storeOf(context).remove();
}

/** A state directory that is not there must not be made by claiming something in it. */
async function requireDirectory(directory: string | undefined): Promise<void> {
  if (directory === undefined) return;
  await access(directory).catch(() => {
    throw new StallError(`the state directory ${directory} does not exist or cannot be read`, 'backend');
  });
}

function storeOf(context: RunContext): ClaimStore {
  const directory = fileBackendDirectory(context.run.backendUrl);
  if (directory === undefined) return createTagClaims(context);
  const [name = context.stack] = context.stack.split('/').slice(-1);
  return createFileClaims(directory, context.project.name, name);
}

function ownerOf({ settings, run }: RunContext): StackOwner {
  const { namespace, name } = run.request.stack;
  return { engine: settings.engine ?? DEFAULT_ENGINE, namespace, name };
}

async function isRemembered(context: RunContext, owner: StackOwner): Promise<boolean> {
  const known = parseOwner(JSON.stringify((await readRemembered(join(context.memoryDir, FILE))) ?? null));
  return known !== undefined && isSameOwner(known, owner);
}

/** Owners of other engines cannot be asked for: they count as alive. */
async function isAlive({ settings, run }: RunContext, { engine, namespace, name }: StackOwner): Promise<boolean> {
  if (engine !== (settings.engine ?? DEFAULT_ENGINE) || run.isAlive === undefined) return true;
  return run.isAlive({ namespace, name });
}

function claimedBy({ stack }: RunContext, owner: StackOwner): StallError {
  return new StallError(`the Pulumi stack ${stack} belongs to ${ownerName(owner)}`, 'config', 'StackClaimed');
}
