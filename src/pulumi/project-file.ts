import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { StallError } from '../stack/failure';
import type { ProjectInfo } from '../stack/operation';

const NAMES = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'];

/** Reads name and runtime of a project. Throws StallError when there is none or it makes no sense. */
export async function readProject(directory: string): Promise<ProjectInfo> {
  for (const name of NAMES) {
    const text = await readIfThere(join(directory, name));
    if (text !== undefined) return parseProject(name, text);
  }
  throw new StallError('no Pulumi.yaml in the program directory', 'source');
}

function parseProject(file: string, text: string): ProjectInfo {
  const document = parseYaml(file, text);
  const name = fieldOf(document, 'name');
  const runtime = fieldOf(document, 'runtime');
  const runtimeName = typeof runtime === 'string' ? runtime : fieldOf(runtime, 'name');
  if (typeof name !== 'string' || name === '') throw new StallError(`${file}: no project name`, 'source');
  if (typeof runtimeName !== 'string') throw new StallError(`${file}: no runtime`, 'source');
  return { name, runtime: runtimeName };
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new StallError(`${file}: ${reason ?? 'not YAML'}`, 'source');
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
