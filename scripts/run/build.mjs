import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatDuration, say } from '../toolchain/progress.mjs';
import { runChild } from './child.mjs';

const SOURCES = ['src', 'workflows', 'activities', 'worker', 'test/bench'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
const STAMP = 'dist/.stackwright-build';

/** Whether dist was built from the sources as they are now (by content: checkouts and copies change times). */
export function isBuilt(root) {
  const stamp = path.join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceDigest(root);
}

/** Compiles the sources, then makes the Temporal workflow bundle. Throws when one of the steps fails. */
export async function build(root) {
  const begun = Date.now();
  const digest = sourceDigest(root);
  rmSync(path.join(root, STAMP), { force: true });
  say('build …');
  await runStep(root, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  if (existsSync(path.join(root, 'dist/worker/bundle.js'))) await runStep(root, 'dist/worker/bundle.js');
  writeFileSync(path.join(root, STAMP), digest);
  say(`build: done in ${formatDuration(Date.now() - begun)}`);
}

/** Standard output stays free for the command that follows. */
async function runStep(root, ...argv) {
  const code = await runChild(process.execPath, argv, { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw Object.assign(new Error(`node ${argv.join(' ')} ended with ${code}`), { exitCode: code });
}

function sourceDigest(root) {
  const hash = createHash('sha256');
  for (const file of [...SOURCES.flatMap((folder) => listFiles(root, folder)), ...SETTINGS]) {
    if (!existsSync(path.join(root, file))) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}
