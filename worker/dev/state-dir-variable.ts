import { pathToFileURL } from 'node:url';

const VARIABLE = '${STATE_DIR}';
const IN_URL = /file:\/\/\$\{STATE_DIR\}/g;

/** Puts the absolute state directory in place of `${STATE_DIR}` in all texts of a parsed document. */
export function fillInStateDir(document: unknown, stateDir: string): unknown {
  if (typeof document === 'string') {
    return document.replace(IN_URL, () => pathToFileURL(stateDir).href).replaceAll(VARIABLE, () => stateDir);
  }
  if (Array.isArray(document)) return document.map((item: unknown) => fillInStateDir(item, stateDir));
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(Object.entries(document).map(([key, value]) => [key, fillInStateDir(value, stateDir)]));
}
