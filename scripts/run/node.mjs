import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isExecutable } from '../toolchain/exec.mjs';
import { isAtLeast } from '../toolchain/version.mjs';

/** The Node to run the product with: the one that runs us when it is new enough, else the one of the npm package. */
export function findNode(root) {
  const minimum = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node;
  if (isAtLeast(process.versions.node, minimum)) return process.execPath;
  const packaged = path.join(root, 'node_modules/node/bin/node');
  if (isExecutable(packaged)) return packaged;
  throw new Error(
    `Node ${minimum} is needed, this is ${process.versions.node}, and the npm package "node" did not bring one: ` +
      'it does so by its install script, so run `npm ci` without --ignore-scripts, or install a newer Node.',
  );
}
