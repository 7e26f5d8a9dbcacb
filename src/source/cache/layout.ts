import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isStackName } from '../../stack/stack-id';

/** Where the things of one namespace lie: no namespace sees another's (L6). */
export interface NamespaceLayout {
  /** Bare repositories, one a URL. */
  readonly repositories: string;
  /** Workspaces, each sealed. */
  readonly workspaces: string;
  /** Installed packages, one directory a lock file. */
  readonly modules: string;
  /** What each Stack uses. */
  readonly uses: string;
  readonly npmCache: string;
  readonly home: string;
}

/** Begins with a dot, which names of namespaces, digests and Stacks never do. */
export const DRAFT = '.draft-';

/** Throws for a namespace that is no name: it becomes part of paths. */
export function layoutOf(cacheDir: string, namespace: string): NamespaceLayout {
  if (!isStackName(namespace)) throw new Error('the namespace is no name');
  const root = join(cacheDir, namespace);
  return {
    repositories: join(root, 'repositories'),
    workspaces: join(root, 'workspaces'),
    modules: join(root, 'modules'),
    uses: join(root, 'uses'),
    npmCache: join(root, 'npm'),
    home: join(root, 'home'),
  };
}

/** A name for what may hold any text, such as a URL. */
export function digestName(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
