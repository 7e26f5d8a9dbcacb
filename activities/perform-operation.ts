import { defined } from '../src/stack/defined';
import type { OperationRequest, OperationResult, Progress, AttemptRecord } from '../src/stack/operation';
import { StallError } from '../src/stack/failure';
import { sourceOf, type Source } from '../src/stack/source';
import type { StackId } from '../src/stack/stack-id';
import type { Pulumi } from '../src/pulumi';
import type { Sources, Workspace } from '../src/source';
import type { LogStore, ReferenceAccess, Store } from '../src/store';
import { resolveReferences } from '../src/store';

/** What an operation needs of this worker; wired once, in `worker/`. */
export interface OperationDependencies {
  readonly pulumi: Pulumi;
  readonly sources: Sources;
  readonly store: Pick<Store, 'program' | 'secret' | 'configMap'>;
  readonly logs: Pick<LogStore, 'path' | 'prune'>;
  readonly access: Omit<ReferenceAccess, 'reader'>;
  /** Backend and passphrase file of Stacks that name none; undefined: such a Stack is stalled with the reason. */
  readonly defaultBackend?: string;
  readonly defaultPassphraseFile?: string;
  /** Whether this worker serves a namespace (L5). */
  serves(namespace: string): boolean;
  /** Whether a Stack's workflow lives: the owner of a claim (A9). */
  isAlive(owner: StackId): Promise<boolean>;
}

/** One attempt: what it was asked, and where it tells how far it is. */
export interface Attempt {
  readonly request: OperationRequest;
  readonly runToken: string;
  readonly number: number;
  readonly signal: AbortSignal;
  onRevision(revision: string): void;
  onProgress(progress: Progress): void;
  onProcess(record: AttemptRecord): void;
}

/** Source, references, Pulumi: in this order, so that nothing is spawned for an input that is not there. */
export async function performOperation(deps: OperationDependencies, attempt: Attempt): Promise<OperationResult> {
  const { request, runToken, signal } = attempt;
  const { spec, stack } = request;
  if (!deps.serves(stack.namespace)) throw refusal(stack);
  const backendUrl = backendOf(deps, request);
  const references = await resolveReferences(spec, stack.namespace, { ...deps.access, reader: deps.store });
  const workspace = await workspaceOf(deps, attempt);
  const outcome = await deps.pulumi.run({
    request,
    ...defined({ programDir: workspace?.dir, project: workspace?.project ?? request.project }),
    backendUrl,
    ...defined({ passphraseFile: deps.defaultPassphraseFile }),
    config: references.config,
    env: references.env,
    secrets: references.secrets,
    runToken,
    logFile: deps.logs.path(stack, request.update, attempt.number),
    timeoutMs: spec.timeoutSeconds * 1_000,
    signal,
    isAlive: (owner) => deps.isAlive(owner),
    onProgress: (progress) => attempt.onProgress(progress),
    onProcess: (record) => attempt.onProcess(record),
  });
  await deps.logs.prune(stack);
  return workspace === undefined ? outcome : { ...outcome, revision: workspace.revision };
}

function refusal({ namespace }: StackId): StallError {
  const message = `this worker does not serve namespace ${namespace}: start one with --namespaces ${namespace}, or name its pool`;
  return new StallError(message, 'config', 'WorkspaceFailed');
}

function backendOf(deps: OperationDependencies, request: OperationRequest): string {
  const url = request.spec.backend ?? deps.defaultBackend;
  if (url !== undefined) return url;
  throw new StallError(
    'no backend: set spec.backend, or start the worker with --default-backend',
    'backend',
    'WorkspaceFailed',
  );
}

/** A destroy goes on from recorded state when the source is gone (J3): undefined then. */
async function workspaceOf(deps: OperationDependencies, attempt: Attempt): Promise<Workspace | undefined> {
  try {
    return await prepare(deps, attempt);
  } catch (error) {
    const { operation, project, spec } = attempt.request;
    const needsProgram = operation !== 'destroy' || spec.runProgram === true || project === undefined;
    if (needsProgram || attempt.signal.aborted) throw error;
    return undefined;
  }
}

async function prepare(deps: OperationDependencies, attempt: Attempt): Promise<Workspace> {
  const { request, signal } = attempt;
  const source = sourceOf(request.spec);
  const program = await programOf(deps, source, request.stack);
  const revision = request.revision ?? (await deps.sources.resolve(source, signal, program));
  attempt.onRevision(revision);
  return deps.sources.prepare({
    namespace: request.stack.namespace,
    name: request.stack.name,
    source,
    revision,
    ...defined({ program }),
    signal,
    onProgress: (progress) => attempt.onProgress(progress),
  });
}

function programOf(deps: OperationDependencies, source: Source, stack: StackId) {
  return source.kind === 'program' ? deps.store.program(stack.namespace, source.name) : Promise.resolve(undefined);
}
