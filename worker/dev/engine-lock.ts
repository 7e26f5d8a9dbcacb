import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isRunning } from '../../src/pulumi/process/session';
import { refusal } from '../../src/cli/exit-error';
import { failure } from './failure';
import { identify, parseIdentity } from './process-record';

const TAKEOVER_ATTEMPTS = 5;

/** Gives the state directory free for the next engine. */
export type Release = () => Promise<void>;

/**
 * Takes the state directory for this process, since two engines would write to one database. The lock of a dead
 * holder is taken over; a living one, or one on another host, is a ExitError that names it.
 */
export async function lockEngine(file: string, stateDir: string): Promise<Release> {
  const content = JSON.stringify({ ...identify(process.pid), host: hostname(), id: randomUUID() });
  for (let attempt = 0; attempt < TAKEOVER_ATTEMPTS; attempt += 1) {
    if ((await tryToLink(file, content)) && (await readText(file)) === content) {
      return async () => {
        if ((await readText(file)) === content) await rm(file, { force: true });
      };
    }
    await removeIfDead(file, stateDir);
  }
  throw failure(`the lock ${file} could not be taken: other engines are starting here at the same time`);
}

/** A hard link makes the lock appear with its content, so that nobody ever reads an empty one. */
async function tryToLink(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Two engines may do this at once: what was moved away is compared, and put back when it was a new holder's. */
async function removeIfDead(file: string, stateDir: string): Promise<void> {
  const seen = await readText(file);
  if (seen === undefined) return;
  refuseIfHeld(seen, file, stateDir);
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readText(aside)) !== seen) await link(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  await rm(aside, { force: true });
}

function refuseIfHeld(content: string, file: string, stateDir: string): void {
  const { host, ...holder } = parseHolder(content);
  const identity = parseIdentity(holder);
  if (identity === undefined) return;
  if (host !== hostname()) {
    throw refusal(
      `${stateDir} is in use by process ${identity.pid} on host ${String(host)}; stop it there. ` +
        `If it is gone for good, remove ${file}`,
    );
  }
  if (!isRunning(identity)) return;
  throw refusal(
    `${stateDir} is in use by the engine with process id ${identity.pid}; ` +
      `stop it (Ctrl-C there, or kill ${identity.pid}), or use another --state-dir`,
  );
}

/** A damaged lock has no holder. */
function parseHolder(content: string): Record<string, unknown> {
  try {
    const holder: unknown = JSON.parse(content);
    return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
