import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '../toolchain/exec.mjs';
import { runChild } from './child.mjs';

const STAMP = 'node_modules/.stackwright-lock';

/** Whether node_modules is what package-lock.json says. An install made by hand counts too, and gets its stamp. */
export function isInstalled(root) {
  const digest = lockDigest(root);
  if (readText(path.join(root, STAMP)) === digest) return true;
  if (!matchesLock(root)) return false;
  writeFileSync(path.join(root, STAMP), digest);
  return true;
}

/** Installs the npm packages of package-lock.json. Standard output stays free for the command that follows. */
export async function install(root) {
  const args = ['ci', '--no-audit', '--no-fund'];
  const npm = findNpm();
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const code = await runChild(npm.file, [...npm.args, ...args], options);
  if (code !== 0) throw Object.assign(new Error(`npm ${args.join(' ')} ended with ${code}`), { exitCode: code });
  writeFileSync(path.join(root, STAMP), lockDigest(root));
}

/** Under `npm start` the npm that runs us is told by a variable; it need not be the first on PATH. */
function findNpm() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running) && existsSync(running))
    return { file: process.execPath, args: [running] };
  const file = findOnPath('npm');
  if (!file) throw new Error('npm is not on PATH; it comes with Node.js');
  return { file, args: [] };
}

function lockDigest(root) {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/** npm writes its own record of an install last of all, so it tells a finished one from a broken-off one. */
function matchesLock(root) {
  const record = readPackages(path.join(root, 'node_modules/.package-lock.json'));
  const lock = readPackages(path.join(root, 'package-lock.json'));
  if (!record || !lock) return false;
  const isRight = ([name, wanted]) =>
    record[name] ? record[name].version === wanted.version : wanted.optional === true;
  return Object.entries(lock)
    .filter(([name]) => name !== '')
    .every(isRight);
}

function readPackages(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
