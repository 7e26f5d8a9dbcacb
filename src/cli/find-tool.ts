import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;
export type ToolName = 'pulumi' | 'temporal' | 'git';

/**
 * The path of a tool: the one that `STACKWRIGHT_<TOOL>` names, else from PATH, else from our cache. Where there is none,
 * its bare name, so that whoever starts it fails with that name.
 */
export async function findTool(name: ToolName, env: Environment): Promise<string> {
  const named = env[`STACKWRIGHT_${name.toUpperCase()}`];
  if (named !== undefined && named !== '') return named;
  const folders = [...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...(await cached(env))];
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return name;
}

/** The toolchain puts each tool into a folder of its own version. */
async function cached({ XDG_CACHE_HOME: configured, HOME: home }: Environment): Promise<string[]> {
  const cache = configured === undefined || configured === '' ? join(home ?? homedir(), '.cache') : configured;
  const tools = join(cache, 'stackwright', 'tools');
  try {
    return (await readdir(tools)).sort().map((folder) => join(tools, folder, 'bin'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // whatever is wrong with it, it cannot be started
  }
}
