import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSources, type PrepareRequest, type SourceSettings, type Sources } from '../../../src/source';
import type { GitSource } from '../../../src/stack/source';

export const PROJECT = 'name: site\nruntime: yaml\n';
export const NODE_PROJECT = 'name: site\nruntime: nodejs\n';
export type Files = Readonly<Record<string, string>>;

/** A directory of its own with real repositories, and sources that fetch from them. */
export class Lab {
  readonly root = mkdtempSync(join(tmpdir(), 'stackwright-source-'));
  readonly cacheDir = join(this.root, 'cache');
  /** Each start of git or npm adds a line to it. */
  private readonly starts = join(this.root, 'starts');

  sources(extra: Partial<SourceSettings> = {}): Sources {
    return createSources({
      cacheDir: this.cacheDir,
      allowFile: true,
      allowLocal: true,
      node: process.execPath,
      npm: 'npm',
      ambient: { PATH: process.env.PATH },
      ...extra,
    });
  }

  /** Settings under which every start of git and npm is counted. */
  counted(): Partial<SourceSettings> {
    const bin = join(this.root, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const tool of ['git', 'npm']) {
      const real = execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
      writeFileSync(join(bin, tool), `#!/bin/sh\necho "${tool} $*" >> '${this.starts}'\nexec '${real}' "$@"\n`);
      chmodSync(join(bin, tool), 0o755);
    }
    // The directory of Node is the first on the path of tools: whatever lies beside the real one must not be found.
    if (!existsSync(join(bin, 'node'))) symlinkSync(process.execPath, join(bin, 'node'));
    return { node: join(bin, 'node'), ambient: { PATH: [bin, process.env.PATH].join(delimiter) } };
  }

  started(tool: 'git' | 'npm', command: string): number {
    if (!existsSync(this.starts)) return 0;
    const lines = execFileSync('cat', [this.starts], { encoding: 'utf8' }).split('\n');
    return lines.filter((line) => line.startsWith(`${tool} `) && line.split(' ').includes(command)).length;
  }

  allStarts(): number {
    return existsSync(this.starts)
      ? execFileSync('cat', [this.starts], { encoding: 'utf8' }).split('\n').length - 1
      : 0;
  }

  /** A repository with one commit on `main`; it is made when first committed to. */
  commit(name: string, files: Files, branch = 'main'): string {
    const dir = join(this.root, 'repositories', name);
    if (!existsSync(dir)) {
      mkdirSync(dir, { recursive: true });
      this.git(dir, 'init', '--quiet', `--initial-branch=${branch}`);
    }
    this.write(dir, files);
    this.git(dir, 'add', '--all', '--force');
    this.git(dir, 'commit', '--quiet', '--allow-empty', '--message', 'Change it');
    return this.git(dir, 'rev-parse', 'HEAD');
  }

  write(dir: string, files: Files): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
  }

  repository(name: string): string {
    return join(this.root, 'repositories', name);
  }

  url(name: string): string {
    return pathToFileURL(this.repository(name)).href;
  }

  git(cwd: string, ...args: string[]): string {
    const who = ['-c', 'user.name=someone', '-c', 'user.email=someone@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  /** What stands in the cache of a namespace. */
  kept(folder: string, namespace = 'default'): string[] {
    const path = join(this.cacheDir, namespace, folder);
    return existsSync(path) ? readdirSync(path).sort() : [];
  }

  remove(): void {
    removeSealed(this.root);
  }
}

/** Removes a directory in which there are read-only ones. */
export function removeSealed(path: string): void {
  execFileSync('chmod', ['-R', 'u+w', path]);
  rmSync(path, { recursive: true, force: true });
}

export const never = new AbortController().signal;

/** The tip of main of a repository. */
export const source = (url: string, extra: Partial<GitSource> = {}): GitSource => ({
  kind: 'git',
  url,
  ref: { branch: 'main' },
  dir: '.',
  shallow: false,
  ...extra,
});

/** A Stack `site` of the namespace `default` that wants a commit. */
export const request = (
  from: PrepareRequest['source'],
  revision: string,
  extra: Partial<PrepareRequest> = {},
): PrepareRequest => ({
  namespace: 'default',
  name: 'site',
  source: from,
  revision,
  signal: never,
  onProgress: () => undefined,
  ...extra,
});

/** What a promise was rejected with; fails when it was not. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & { failureClass?: string; reason?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was not rejected');
}
