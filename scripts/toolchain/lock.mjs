import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;
const TOUCH_EVERY_MS = 5_000;
/** A holder touches its lock all the time, so this long a silence means that it is gone (or its pid is another's now). */
const SILENT_MS = 60_000;

let sequence = 0;

/** Runs `work` while holding the lock `file`; waits for a living holder, takes over from a dead one. */
export async function withLock(file, work, { onWait = () => {}, signal } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, host: hostname(), id: ++sequence });
  let told = false;
  while (!tryAcquire(file, content)) {
    signal?.throwIfAborted();
    if (breakIfDead(file)) continue;
    if (!told) onWait(readHolder(file)?.pid);
    told = true;
    await sleep(POLL_MS, undefined, { signal });
  }
  const touching = setInterval(() => touch(file), TOUCH_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    if (readText(file) === content) rmSync(file, { force: true });
  }
}

/** A hard link makes the lock appear with its content, so nobody ever reads an empty one. */
function tryAcquire(file, content) {
  const draft = `${file}.${process.pid}.${sequence}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead holder. Two waiters may do this at once; the slower one could move away the new lock of
 * the faster one, so what was moved is compared and put back. Should that fail too, work is done twice: never wrongly,
 * for results are renamed into place.
 */
function breakIfDead(file) {
  const seen = readText(file);
  if (seen === undefined) return true;
  if (isAlive(file)) return false;
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== seen) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
  return true;
}

function isAlive(file) {
  const holder = readHolder(file);
  const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!holder || Date.now() - touchedAt > SILENT_MS) return false;
  return holder.host !== hostname() || isRunning(holder.pid);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readHolder(file) {
  try {
    return JSON.parse(readText(file) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody took the lock for dead (a machine that slept); the work is finished all the same.
  }
}
