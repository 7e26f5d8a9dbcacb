import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CheckLine } from './check-server';
import { findTool, type ToolName } from './find-tool';

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);
const ANSWER_MS = 15_000;

const TOOLS: readonly { readonly name: ToolName; readonly args: readonly string[]; readonly cure: string }[] = [
  { name: 'pulumi', args: ['version'], cure: 'npm start gets it; or install it, or set STACKWRIGHT_PULUMI' },
  { name: 'git', args: ['--version'], cure: 'install it: sources come from git repositories' },
];

/** Looks at the tools of this machine: a worker needs them, other verbs do not. */
export async function checkTools(env: Environment): Promise<CheckLine[]> {
  const node: CheckLine = { ok: true, what: 'node', detail: process.version };
  return [node, ...(await Promise.all(TOOLS.map((tool) => checkTool(tool, env))))];
}

async function checkTool({ name, args, cure }: (typeof TOOLS)[number], env: Environment): Promise<CheckLine> {
  const path = await findTool(name, env);
  try {
    const { stdout } = await run(path, [...args], {
      timeout: ANSWER_MS,
      env: { ...env, PULUMI_SKIP_UPDATE_CHECK: 'true' },
    });
    return { ok: true, what: name, detail: `${stdout.trim().split('\n', 1)[0] ?? ''} (${path})` };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'not found' : `does not start: ${(error as Error).message.split('\n', 1)[0] ?? ''}`;
    return { ok: false, what: name, detail: why, cure };
  }
}
