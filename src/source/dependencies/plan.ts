import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { resolveInside } from '../inside';
import type { Project } from '../read-project';
import { workspaceFailed } from '../source-fault';

/** What a program needs before it can run. */
export type DependencyPlan =
  | { readonly kind: 'none' }
  /** Exactly what the lock file says, shared by all workspaces with the same one. */
  | { readonly kind: 'shared'; readonly root: string; readonly files: readonly PackageFile[] }
  /** Into the workspace itself: the lock file names folders of the source, or there is none. */
  | { readonly kind: 'own'; readonly root: string; readonly isLocked: boolean };

export interface PackageFile {
  readonly name: string;
  readonly text: string;
}

const dependencies = z.record(z.string(), z.unknown()).nullish();
const packageSchema = z.looseObject({
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  peerDependencies: dependencies,
  workspaces: z.unknown().optional(),
});

const LOCKS = ['npm-shrinkwrap.json', 'package-lock.json'];
const FOREIGN_LOCKS = ['yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'];
const MANAGERS = ['npm', 'auto'];
/** A package that lies in the source: it is found from the source's own place only. */
const LOCAL_PACKAGE = /"link":\s*true|"(?:resolved|version)":\s*"file:/;

/** Finds out what to install for the project in `dir`, below `root`. Throws StallError where only its owner can help. */
export async function planDependencies(root: string, dir: string, project: Project): Promise<DependencyPlan> {
  if (project.runtime !== 'nodejs') return { kind: 'none' };
  const start = await programDir(root, dir, project);
  const packageRoot = await findPackageRoot(root, start);
  if (packageRoot?.needsInstall !== true) return { kind: 'none' };
  const place = relative(root, packageRoot.dir);
  if ((await resolveInside(root, join(place, 'node_modules'))) !== undefined) return { kind: 'none' };
  const npmrc = await readFirst(root, place, ['.npmrc']); // read in any case: a link to somebody's own is refused
  const lock = await readFirst(root, place, LOCKS);
  if (lock === undefined) await refuseForeign(root, place, project);
  if (lock === undefined || LOCAL_PACKAGE.test(lock.text)) {
    return { kind: 'own', root: packageRoot.dir, isLocked: lock !== undefined };
  }
  const files = [packageRoot.file, lock, ...(npmrc === undefined ? [] : [npmrc])];
  return { kind: 'shared', root: packageRoot.dir, files };
}

/** `main` may be a folder; packages are looked for from there. */
async function programDir(root: string, dir: string, { main }: Project): Promise<string> {
  if (main === undefined) return dir;
  const place = await resolveInside(root, join(relative(root, dir), main));
  if (place === undefined) throw workspaceFailed(`the project's main "${main}" does not exist`);
  return (await stat(place)).isDirectory() ? place : dirname(place);
}

interface PackageRoot {
  readonly dir: string;
  readonly file: PackageFile;
  readonly needsInstall: boolean;
}

/** The nearest package.json upwards, or the workspaces' root above it: where npm itself would install. */
async function findPackageRoot(root: string, start: string): Promise<PackageRoot | undefined> {
  let nearest: PackageRoot | undefined;
  for (let dir = start; ; dir = dirname(dir)) {
    const file = await readFirst(root, relative(root, dir), ['package.json']);
    const parsed = file === undefined ? undefined : parsePackage(file.text);
    if (file !== undefined && parsed !== undefined) {
      if (parsed.hasWorkspaces) return { dir, file, needsInstall: true };
      nearest ??= { dir, file, needsInstall: parsed.needsInstall };
    }
    if (relative(root, dir) === '') return nearest;
  }
}

function parsePackage(text: string): { needsInstall: boolean; hasWorkspaces: boolean } {
  const parsed = packageSchema.safeParse(parseJson(text));
  if (!parsed.success) throw workspaceFailed('package.json: not a package of npm');
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, workspaces } = parsed.data;
  const all = [dependencies, devDependencies, optionalDependencies, peerDependencies];
  return {
    needsInstall: all.some((some) => Object.keys(some ?? {}).length > 0),
    hasWorkspaces: workspaces !== undefined && workspaces !== null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw workspaceFailed('package.json: not JSON');
  }
}

/** Only npm is run here; to pass over another tool's lock would be to run other versions than its owner tested. */
async function refuseForeign(root: string, place: string, { packageManager }: Project): Promise<void> {
  const foreign = await readFirst(root, place, FOREIGN_LOCKS);
  const wanted = packageManager !== undefined && !MANAGERS.includes(packageManager) ? packageManager : undefined;
  if (foreign === undefined && wanted === undefined) return;
  const found = foreign === undefined ? `the project wants ${String(wanted)}` : `there is a ${foreign.name}`;
  throw workspaceFailed(`packages are installed by npm only, and ${found}: commit a package-lock.json`);
}

async function readFirst(root: string, place: string, names: readonly string[]): Promise<PackageFile | undefined> {
  for (const name of names) {
    const path = await resolveInside(root, join(place, name));
    if (path !== undefined) return { name, text: await readFile(path, 'utf8') };
  }
  return undefined;
}
