#!/usr/bin/env node
/**
 * Gets the tools that are no npm packages: `node scripts/toolchain.mjs [--only pulumi,temporal] [--print]`.
 * `--print` writes their paths to standard output as JSON. Runs on any Node from 20 on, before anything is installed.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureTools } from './toolchain/ensure-tools.mjs';

export { ensureTools };

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, print: { type: 'boolean', default: false } } });
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stop.abort());
  try {
    const tools = await ensureTools({ only: values.only?.split(','), signal: stop.signal });
    if (values.print) console.log(JSON.stringify(tools, undefined, 2));
  } catch (error) {
    console.error(stop.signal.aborted ? '[toolchain] interrupted; nothing is broken, run it again' : error.message);
    process.exitCode = stop.signal.aborted ? 130 : 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
