import type { Progress } from '../../stack/operation';
import type { NamespaceLayout } from '../cache/layout';
import { toolEnvironment } from '../environment';
import type { Project } from '../read-project';
import { runCommand } from '../run-command';
import type { SourceSettings } from '../settings';
import type { SharedWork } from '../shared-work';
import { workspaceFailed } from '../source-fault';
import { linkModules } from './modules';
import { installPackages } from './npm';
import { planDependencies } from './plan';

export interface Dependent {
  /** Root of the source; real path, as `dir`. */
  readonly tree: string;
  /** Folder of Pulumi.yaml. */
  readonly dir: string;
  readonly project: Project;
  readonly layout: NamespaceLayout;
  /** Installations of shared packages that are under way. */
  readonly installing: SharedWork<void>;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

const VERSION_MS = 30_000;

/**
 * Gives a program the packages that it needs. Answers the name of the shared ones; undefined when it has its own, or
 * needs none.
 */
export async function addDependencies(settings: SourceSettings, dependent: Dependent): Promise<string | undefined> {
  const { tree, dir, project, layout, installing, signal } = dependent;
  const plan = await planDependencies(tree, dir, project);
  if (plan.kind === 'none') return undefined;
  const last = plan.kind === 'own' && !plan.isLocked ? 'npm install, as there is no lock file' : 'npm ci';
  dependent.onProgress({ phase: 'dependencies', done: 0, total: 1, last });
  const name = await install();
  dependent.onProgress({ phase: 'dependencies', done: 1, total: 1, last });
  return name;

  async function install(): Promise<string | undefined> {
    if (plan.kind === 'shared') {
      const nodeMajor = await readNodeMajor(settings, signal);
      return linkModules(settings, { ...plan, layout, nodeMajor, installing, signal });
    }
    if (plan.kind === 'own')
      await installPackages(settings, { dir: plan.root, isLocked: plan.isLocked, layout, signal });
    return undefined;
  }
}

async function readNodeMajor(settings: SourceSettings, signal: AbortSignal): Promise<string> {
  if (settings.node === process.execPath) return String(process.versions.node.split('.')[0]);
  const result = await runCommand({
    command: settings.node,
    args: ['--version'],
    cwd: '/',
    env: toolEnvironment(settings),
    signal,
    timeoutMs: VERSION_MS,
  });
  const major = /^v(\d+)\./.exec(result.stdout)?.[1];
  if (major === undefined) throw workspaceFailed(`${settings.node}: does not tell its version`);
  return major;
}
