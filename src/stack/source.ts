import type { StackSpec } from './spec';

/** What of a repository to run: the tip of a branch (or tag, or full ref), or one commit for good. */
export type GitRef = { readonly branch: string } | { readonly commit: string };

export interface GitSource {
  readonly kind: 'git';
  readonly url: string;
  readonly ref: GitRef;
  /** Folder of Pulumi.yaml below the root of the repository; `.` is the root. */
  readonly dir: string;
  readonly shallow: boolean;
}

/** Where a Stack's program comes from; exactly one of the four. */
export type Source =
  | GitSource
  /** A Program document of the Stack's namespace. */
  | { readonly kind: 'program'; readonly name: string }
  /** An object with a Flux artifact; `dir` below the artifact's root. */
  | {
      readonly kind: 'flux';
      readonly ref: { readonly apiVersion: string; readonly kind: string; readonly name: string };
      readonly dir: string;
    }
  /** A folder of the worker's own disk, by absolute path. */
  | { readonly kind: 'local'; readonly dir: string };

/** The source of a spec that was parsed; throws for one that was not, since it may have none. */
export function sourceOf(spec: StackSpec): Source {
  const source = gitSource(spec) ?? otherSource(spec);
  if (source === undefined) throw new Error('this spec has no source: it did not come from parseStackSpec');
  return source;
}

/** Whether new revisions are looked for: git with a branch (D2). A commit never changes; other sources are told. */
export function isPolledSource(spec: StackSpec): boolean {
  return spec.projectRepo !== undefined && spec.branch !== undefined;
}

function gitSource(spec: StackSpec): GitSource | undefined {
  const { projectRepo: url, branch, commit, repoDir: dir = '.', shallow } = spec;
  if (url === undefined) return undefined;
  if (branch !== undefined) return { kind: 'git', url, ref: { branch }, dir, shallow };
  return commit === undefined ? undefined : { kind: 'git', url, ref: { commit }, dir, shallow };
}

function otherSource(spec: StackSpec): Source | undefined {
  if (spec.programRef !== undefined) return { kind: 'program', name: spec.programRef.name };
  if (spec.fluxSource !== undefined) {
    return { kind: 'flux', ref: spec.fluxSource.sourceRef, dir: spec.fluxSource.dir ?? '.' };
  }
  const dir = spec.workspaceTemplate?.spec?.local?.dir;
  return dir === undefined ? undefined : { kind: 'local', dir };
}
