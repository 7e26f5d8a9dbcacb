import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The workflow bundle that the build makes; undefined when it was not built: the worker then bundles at its start. */
export function bundlePath(): string | undefined {
  const path = join(__dirname, 'workflow-bundle.js');
  return existsSync(path) ? path : undefined;
}
