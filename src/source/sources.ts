import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../stack/operation';
import type { GitSource, Source } from '../stack/source';
import { digestName } from './cache/layout';
import { checkOut } from './git/check-out';
import { createGit, type Git } from './git/git';
import { commitOf, resolveRef } from './git/resolve-ref';
import { findFolder, folderRevision, readFolder } from './local-folder';
import { programRevision, renderProgram, type ProgramBody } from './program-file';
import type { SourceSettings } from './settings';
import { SharedWork } from './shared-work';
import { sourceUnavailable } from './source-fault';
import { createWorkspaces, type Workspace, type Workspaces } from './workspace';

export interface PrepareRequest {
  readonly namespace: string;
  /** The Stack that will run it. */
  readonly name: string;
  readonly source: Source;
  /** What `resolve` answered. A Program and a local folder are taken as they are now; the workspace tells which. */
  readonly revision: string;
  /** Of a Program source: its document. */
  readonly program?: ProgramBody;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** Where programs come from. Both throw StallError when only a change of source or credentials can help. */
export interface Sources {
  /**
   * The newest revision, such as `main@sha1:…`; polls of one ref that are in flight are shared. Throws any other error
   * when the next try may go well: a dead host. `program` is the document of a Program source.
   */
  resolve(source: Source, signal: AbortSignal, program?: ProgramBody): Promise<string>;
  /** Prepares, or reuses without any process, the workspace of one revision and folder. */
  prepare(request: PrepareRequest): Promise<Workspace>;
}

interface Tools {
  readonly settings: SourceSettings;
  readonly git: Git;
  readonly workspaces: Workspaces;
}

export function createSources(settings: SourceSettings): Sources {
  const tools = { settings, git: createGit(settings), workspaces: createWorkspaces(settings) };
  const polls = new SharedWork<string>();
  return {
    async resolve(source, signal, program) {
      switch (source.kind) {
        case 'git':
          return polls.run(digestName(source.url, JSON.stringify(source.ref)), signal, (shared) =>
            resolveRef(tools.git, source, shared),
          );
        case 'program':
          return programRevision(source.name, bodyOf(source.name, program));
        case 'local':
          return folderRevision(await openFolder(settings, source.dir));
        case 'flux':
          throw noArtifacts();
      }
    },
    async prepare(request) {
      const { source } = request;
      switch (source.kind) {
        case 'git':
          return prepareGit(tools, request, source);
        case 'program':
          return prepareProgram(tools, request, source.name);
        case 'local':
          return prepareFolder(tools, source.dir);
        case 'flux':
          throw noArtifacts();
      }
    },
  };
}

function prepareGit({ git, workspaces }: Tools, request: PrepareRequest, source: GitSource): Promise<Workspace> {
  const { namespace, name, revision, signal } = request;
  const { url, dir } = source;
  const commit = commitOf(revision);
  return workspaces.open({
    namespace,
    stack: name,
    key: `${commit}-${digestName(url, dir)}`,
    revision,
    dir,
    signal,
    onProgress: (progress) => request.onProgress(progress),
    fill: (tree, layout, shared) =>
      checkOut(git, { path: join(layout.repositories, digestName(url)), url, signal: shared }, commit, tree),
  });
}

function prepareProgram({ workspaces }: Tools, request: PrepareRequest, program: string): Promise<Workspace> {
  const { namespace, name, signal } = request;
  const body = bodyOf(program, request.program);
  const revision = programRevision(program, body);
  return workspaces.open({
    namespace,
    stack: name,
    key: `program-${revision.slice(revision.lastIndexOf(':') + 1)}`,
    revision,
    dir: '.',
    signal,
    onProgress: (progress) => request.onProgress(progress),
    async fill(tree) {
      await mkdir(tree, { mode: 0o700 });
      await writeFile(join(tree, 'Pulumi.yaml'), renderProgram(program, body), { mode: 0o600 });
    },
  });
}

async function prepareFolder({ settings }: Tools, dir: string): Promise<Workspace> {
  const place = await openFolder(settings, dir);
  const { name, runtime } = await readFolder(place);
  return { dir: place, project: { name, runtime }, revision: await folderRevision(place) };
}

function openFolder({ allowLocal }: SourceSettings, dir: string): Promise<string> {
  if (allowLocal) return findFolder(dir);
  throw sourceUnavailable('local folders are not allowed as sources: start the worker with --allow-local-sources');
}

function bodyOf(name: string, program: ProgramBody | undefined): ProgramBody {
  if (program !== undefined) return program;
  throw new Error(`the document of Program "${name}" was not handed over`);
}

function noArtifacts(): Error {
  return sourceUnavailable('artifacts of Flux are not fetched yet: use projectRepo');
}
