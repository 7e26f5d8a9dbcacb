import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findOnPath, runQuietly } from './exec.mjs';
import { withProgress } from './progress.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

/**
 * Builds binaries from Go modules. `modules` are folders with a committed go.mod and go.sum: those are the pin, and Go
 * refuses whatever does not match them. One module after the other, for two builds at once only slow each other down.
 */
export function buildFromGo(modules) {
  return async ({ label, target, signal }) => {
    const go = findOnPath('go');
    if (!go) throw new Error('Go is not on PATH');
    for (const module of modules) await requireGo(go, module);
    for (const module of modules) await build(go, module, { label, target, signal });
    return 'built with Go';
  };
}

async function requireGo(go, { folder }) {
  const wanted = parseVersion(/^go (\S+)/m.exec(readFileSync(path.join(folder, 'go.mod'), 'utf8'))?.[1] ?? '');
  const found = await runQuietly(go, ['env', 'GOVERSION'], { env: goEnvironment(), cwd: folder });
  if (wanted && !isAtLeast(found, wanted.join('.'))) {
    throw new Error(`Go ${wanted.join('.')} or newer is needed, found ${found.trim()}`);
  }
}

async function build(go, { folder, packages, tags, ldflags, duration }, { label, target, signal }) {
  const args = ['build', '-mod=readonly', '-trimpath', ...(tags ? ['-tags', tags] : []), '-ldflags', ldflags];
  const what = `${label}: build ${packages.map((name) => path.basename(name)).join(' and ')} with Go (${duration})`;
  const options = { cwd: folder, env: goEnvironment(), signal, killSignal: 'SIGINT' };
  await withProgress(what, () => runQuietly(go, [...args, '-o', `${target}/`, ...packages], options));
}

/** GOWORK off: a workspace file somewhere above the checkout must not take part. */
function goEnvironment() {
  return { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' };
}
