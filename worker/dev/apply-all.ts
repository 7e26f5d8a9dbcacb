import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXIT, ExitError } from '../../src/cli/exit-error';
import {
  applyManifest,
  planApply,
  readManifest,
  type AppliedManifest,
  type ApplyPlan,
  type NamespaceChoice,
} from '../../src/cli/manifest';
import type { StackClient } from '../../src/client';
import { createStore } from '../../src/store';
import type { WantedStack } from './judge-stacks';
import { makeRepositories, type LocalRepository } from './local-repositories';
import { fillInStateDir } from './state-dir-variable';
import type { StateDir } from './state-dir';

const BY = 'stackctl dev';

/** What is applied, and where to. */
export interface Application {
  /** Files and folders with manifests, applied in this order. */
  readonly paths: readonly string[];
  /** What relative paths start from. */
  readonly cwd: string;
  readonly choice: NamespaceChoice;
  readonly stateDir: StateDir;
  readonly client: StackClient;
  readonly say: (line: string) => void;
}

/**
 * Makes the repositories beside the manifests, then applies these. A Stack whose repository got a commit is asked to
 * run, so that it need not wait for its next look.
 */
export async function applyAll(application: Application): Promise<WantedStack[]> {
  const wanted: WantedStack[] = [];
  for (const path of application.paths) wanted.push(...(await applyPath(path, application)));
  return wanted;
}

async function applyPath(path: string, application: Application): Promise<WantedStack[]> {
  const { cwd, stateDir, client, say } = application;
  const folder = await folderOf(resolve(cwd, path), path);
  const plan = await readPlan(path, application);
  const made = await makeRepositories(join(folder, 'repositories'), stateDir.repositories);
  const store = createStore(stateDir.store);
  const applied = await applyManifest(plan, { client, store, say }, { by: BY });
  const tokens = await requestRuns(made, plan, application);
  return applied.map(({ id, generation = 1 }) => {
    const token = tokens.get(id);
    return { id, generation, ...(token === undefined ? {} : { token }) };
  });
}

async function readPlan(path: string, { cwd, choice, stateDir, say }: Application): Promise<ApplyPlan> {
  const source = { paths: [path], cwd, stdin: () => Promise.resolve('') };
  const plan = planApply(await readManifest(source, (document) => fillInStateDir(document, stateDir.root)), choice);
  if (plan.faults.length > 0) throw new ExitError(plan.faults.join('\n'), EXIT.usage);
  plan.notes.forEach(say);
  return plan;
}

type StackId = AppliedManifest[number]['id'];

/** Answers with the token that each asked Stack got. */
async function requestRuns(
  made: readonly LocalRepository[],
  { stacks }: ApplyPlan,
  { stateDir, client, say }: Application,
): Promise<Map<StackId, string>> {
  const tokens = new Map<StackId, string>();
  for (const { name, commit } of made.filter(({ changed }) => changed)) {
    say(`repository ${name}: committed what changed in its folder`);
    const url = pathToFileURL(join(stateDir.repositories, `${name}.git`)).href;
    for (const { id } of stacks.filter(({ spec }) => spec.projectRepo === url)) {
      const token = `commit-${commit}`;
      await client.reconcile(id, { token, by: BY });
      tokens.set(id, token);
    }
  }
  return tokens;
}

async function folderOf(path: string, name: string): Promise<string> {
  try {
    return (await stat(path)).isDirectory() ? path : dirname(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ExitError(`${name}: there is no such file or folder`, EXIT.usage);
  }
}
