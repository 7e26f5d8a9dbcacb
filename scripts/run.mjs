#!/usr/bin/env node
/**
 * Runs the product from a checkout, on a fresh machine too: `node scripts/run.mjs <command> [arguments…]`.
 * Installs the npm packages, changes to a new enough Node, gets the tools, builds; each only when it is needed.
 * All it says itself goes to standard error.
 */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './run/build.mjs';
import { runChild } from './run/child.mjs';
import { commands } from './run/commands.mjs';
import { install, isInstalled } from './run/install.mjs';
import { formatCounts, reportJest } from './run/jest-report.mjs';
import { findNode } from './run/node.mjs';
import { ensureTools } from './toolchain/ensure-tools.mjs';
import { findOnPath } from './toolchain/exec.mjs';
import { withLock } from './toolchain/lock.mjs';
import { say } from './toolchain/progress.mjs';
import { cacheRoot } from './toolchain/store.mjs';

const self = fileURLToPath(import.meta.url);
const root = path.resolve(path.dirname(self), '..');

async function main([name, ...args]) {
  const command = commands[name];
  if (!command) {
    console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')} [arguments…]`);
    return 2;
  }
  try {
    await once('install', isInstalled, install);
    const node = findNode(root);
    if (node !== process.execPath) return await runChild(node, [self, name, ...args]);
    return await perform(command, args);
  } catch (error) {
    say(error.message);
    if (command.report === 'jest') console.log(formatCounts({ passed: 0, failed: 1 }));
    return error.exitCode ?? 1;
  }
}

async function perform(command, args) {
  const tools = await prepareTools(typeof command.tools === 'function' ? command.tools(args) : command.tools);
  await once('build', isBuilt, build);
  const options = { cwd: root, env: createEnvironment(tools) };
  const run = (extra = []) => runChild(process.execPath, [...command.argv(args), ...extra], options);
  return command.report === 'jest' ? reportJest(run) : run();
}

/** Does a step when `isDone` says so; two runs in one checkout take turns. */
async function once(step, isDone, work) {
  if (isDone(root)) return;
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const onWait = (pid) => say(`${step}: process ${pid} is at it, waiting`);
  const workUnlessDone = async () => isDone(root) || work(root);
  await withLock(path.join(cacheRoot(), 'locks', `${checkout}-${step}.lock`), workUnlessDone, { onWait });
}

async function prepareTools(only) {
  const stop = new AbortController();
  const abort = () => stop.abort(Object.assign(new Error('interrupted'), { exitCode: 130 }));
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, abort);
  try {
    return await ensureTools({ only, signal: stop.signal });
  } finally {
    for (const name of names) process.off(name, abort);
  }
}

/** Programs started by the product (language hosts, providers) find this same Node and Pulumi on their PATH. */
function createEnvironment({ pulumi, temporal, binDir }) {
  const inherited = (process.env.PATH ?? '').split(path.delimiter);
  const found = findOnPath('node');
  const added = found && realpathSync(found) === realpathSync(process.execPath) ? [] : [path.dirname(process.execPath)];
  if (binDir && !inherited.includes(binDir)) added.push(binDir);
  return {
    ...process.env,
    PATH: [...added, ...inherited].join(path.delimiter),
    ...(pulumi && { STACKWRIGHT_PULUMI: pulumi }),
    ...(temporal && { STACKWRIGHT_TEMPORAL: temporal }),
  };
}

process.exitCode = await main(process.argv.slice(2));
