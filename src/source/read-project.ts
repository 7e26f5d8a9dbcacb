import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { resolveInside } from './inside';
import { workspaceFailed } from './source-fault';

/** What preparing a workspace needs to know of a project. */
export interface Project {
  readonly name: string;
  readonly runtime: string;
  /** Where the program lies if not beside Pulumi.yaml; relative. */
  readonly main?: string;
  /** Undefined: npm, or whatever the lock file tells. */
  readonly packageManager?: string;
}

const NAMES = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'];
const LONGEST_BYTES = 1_048_576;

const options = z.looseObject({ packagemanager: z.string().nullish() }).nullish();
const projectSchema = z.looseObject({
  name: z.string().min(1),
  runtime: z.union([z.string().min(1), z.looseObject({ name: z.string().min(1), options })]),
  main: z.string().nullish(),
});

/** Reads the project in a folder below `root`. Throws StallError when there is none, or it makes no sense. */
export async function readProject(root: string, dir: string): Promise<Project> {
  const place = relative(root, dir);
  for (const name of NAMES) {
    const path = await resolveInside(root, join(place, name));
    if (path !== undefined) return parseProject(join(place, name), await readBounded(path, name));
  }
  throw workspaceFailed(`no Pulumi.yaml in ${place === '' ? 'the root' : place} of the source`);
}

async function readBounded(path: string, name: string): Promise<string> {
  const facts = await stat(path);
  if (!facts.isFile() || facts.size > LONGEST_BYTES) throw workspaceFailed(`${name}: not a file of at most 1 MiB`);
  return readFile(path, 'utf8');
}

function parseProject(file: string, text: string): Project {
  const parsed = projectSchema.safeParse(parseYaml(file, text));
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole of it');
    throw workspaceFailed(`${file}: not a project of Pulumi; look at: ${[...new Set(fields)].join(', ')}`);
  }
  const { name, runtime, main } = parsed.data;
  const packageManager = typeof runtime === 'string' ? undefined : runtime.options?.packagemanager;
  return {
    name,
    runtime: typeof runtime === 'string' ? runtime : runtime.name,
    ...(main ? { main } : {}),
    ...(packageManager ? { packageManager } : {}),
  };
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw workspaceFailed(`${file}: ${reason ?? 'not YAML'}`);
  }
}
