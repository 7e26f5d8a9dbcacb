import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT, ExitError } from '../exit-error';

/** Where manifests come from. */
export interface ManifestSource {
  /** Files, folders, or `-` for standard input. */
  readonly paths: readonly string[];
  /** What relative paths start from. */
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
}

export interface ManifestText {
  /** As errors name it. */
  readonly name: string;
  readonly text: string;
}

const MANIFEST = /\.(ya?ml|json)$/;

/** Reads all texts; of a folder its `.yaml`, `.yml` and `.json` files by name, without its folders. */
export async function readTexts({ paths, cwd, stdin }: ManifestSource): Promise<ManifestText[]> {
  const texts: ManifestText[] = [];
  for (const path of paths) {
    if (path === '-') texts.push({ name: 'standard input', text: await stdin() });
    else for (const file of await filesOf(path, cwd)) texts.push({ name: file, text: await read(file, cwd) });
  }
  return texts;
}

async function filesOf(path: string, cwd: string): Promise<string[]> {
  try {
    if (!(await stat(resolve(cwd, path))).isDirectory()) return [path];
    const names = (await readdir(resolve(cwd, path))).filter((name) => MANIFEST.test(name)).sort();
    if (names.length > 0) return names.map((name) => join(path, name));
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new ExitError(`${path}: no .yaml, .yml or .json file in this folder`, EXIT.usage);
}

async function read(path: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ExitError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ExitError(`${path}: ${code === 'ENOENT' ? 'there is no such file or folder' : message}`, EXIT.usage);
}
