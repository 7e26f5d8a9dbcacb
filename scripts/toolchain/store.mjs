import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const MARK = 'finished.json';

/** Where everything is kept that is made once for all checkouts of this user. */
export function cacheRoot(environment = process.env) {
  const base = environment.XDG_CACHE_HOME;
  return path.join(base && path.isAbsolute(base) ? base : path.join(homedir(), '.cache'), 'stackwright');
}

/** The cache folder of a component. What it is made from is part of the name, so a changed pin is a new folder. */
export function toolFolder({ name, version, pins = [] }, root = cacheRoot()) {
  const hash = createHash('sha256');
  for (const pin of pins) hash.update(readFileSync(pin));
  const suffix = pins.length > 0 ? `-${hash.digest('hex').slice(0, 10)}` : '';
  return path.join(root, 'tools', `${name}-${version}${suffix}`);
}

/** The bin folder inside `folder` when everything that the finished mark names is there in full; else undefined. */
export function readFinished(folder) {
  try {
    const { files } = JSON.parse(readFileSync(path.join(folder, MARK), 'utf8'));
    const bin = path.join(folder, 'bin');
    const whole = Object.entries(files).every(([name, size]) => statSync(path.join(bin, name)).size === size);
    return whole ? bin : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets `make(bin)` fill a new bin folder and puts it in the place of `folder`. The mark is written last and the rename
 * is atomic: whoever looks sees the old state or the finished new one. Call it with the lock held, for it also sweeps
 * away what runs that died have left.
 */
export async function replaceFolder(folder, make) {
  sweep(folder);
  const draft = `${folder}.draft-${process.pid}`;
  try {
    mkdirSync(path.join(draft, 'bin'), { recursive: true });
    const how = await make(path.join(draft, 'bin'));
    writeMark(draft, how);
    if (existsSync(folder)) renameSync(folder, `${folder}.draft-old-${process.pid}`);
    renameSync(draft, folder);
    return path.join(folder, 'bin');
  } finally {
    sweep(folder);
  }
}

function writeMark(draft, how) {
  const bin = path.join(draft, 'bin');
  const files = Object.fromEntries(readdirSync(bin).map((name) => [name, statSync(path.join(bin, name)).size]));
  const file = openSync(path.join(draft, MARK), 'w');
  writeSync(file, `${JSON.stringify({ how, files }, undefined, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
}

function sweep(folder) {
  const left = readdirSync(path.dirname(folder)).filter((name) => name.startsWith(`${path.basename(folder)}.draft-`));
  for (const name of left) rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
}
