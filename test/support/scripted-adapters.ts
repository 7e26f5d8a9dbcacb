import type { OperationDependencies } from '../../activities/perform-operation';
import type { OperationRequest } from '../../src/stack/operation';
import type { Pulumi } from '../../src/pulumi';

type PulumiRun = Parameters<Pulumi['run']>[0];
export type PulumiOutcome = Awaited<ReturnType<Pulumi['run']>>;

/** What a scripted operation does: faults and timings that a real run cannot be made to show on demand. */
export type Script = (run: PulumiRun, call: number) => Promise<PulumiOutcome>;

export const CHANGES = { create: 1, update: 0, replace: 0, delete: 0, same: 0 };
export const good: PulumiOutcome = { outcome: 'succeeded', changes: CHANGES, processes: 1 };
export const bad = (message = 'bucket b: quota exceeded'): PulumiOutcome => ({
  outcome: 'failed',
  failure: { class: 'provider', message, permanent: false },
  processes: 1,
});

/** One call of an operation, for assertions: what ran, and whether two ever overlapped. */
export interface Call {
  readonly request: OperationRequest;
  readonly startedAt: number;
  endedAt?: number;
}

/** Stands in for Pulumi and the sources; the activities around it, the workflow, the server are the real ones. */
export class ScriptedAdapters {
  readonly calls: Call[] = [];
  readonly overlaps: string[] = [];
  revision = 'main@sha1:1111111111111111111111111111111111111111';
  private readonly live = new Set<string>();
  private readonly scripts = new Map<string, Script>();

  /** Sets what operations of the named Stack do from now on; without a script they succeed at once. */
  script(name: string, script: Script): void {
    this.scripts.set(name, script);
  }

  callsOf(name: string): Call[] {
    return this.calls.filter((c) => c.request.stack.name === name);
  }

  readonly create = (): OperationDependencies => {
    const unused = (): never => {
      throw new Error('not part of the script');
    };
    return {
      pulumi: { run: (run: PulumiRun) => this.run(run), outputs: unused, version: unused },
      sources: {
        resolve: () => Promise.resolve(this.revision),
        prepare: ({ revision }: { revision: string }) =>
          Promise.resolve({ dir: '/nowhere', project: { name: 'scripted', runtime: 'yaml' }, revision }),
      },
      store: {
        program: () => Promise.resolve({}),
        secret: unused,
        configMap: unused,
      },
      logs: { path: () => '/nowhere/log', prune: () => Promise.resolve() },
      access: { allowEnv: false, allowFs: false },
      defaultBackend: 'file:///nowhere',
      serves: () => true,
      isAlive: () => Promise.resolve(false),
    };
  };

  private async run(run: PulumiRun): Promise<PulumiOutcome> {
    const { name } = run.request.stack;
    if (this.live.has(name)) this.overlaps.push(`${run.request.update} began while another attempt was running`);
    this.live.add(name);
    const call: Call = { request: run.request, startedAt: Date.now() };
    this.calls.push(call);
    try {
      return await (this.scripts.get(name) ?? (() => Promise.resolve(good)))(run, this.callsOf(name).length);
    } finally {
      call.endedAt = Date.now();
      this.live.delete(name);
    }
  }
}

/** Ends when told to, or when it is interrupted: then as a graceful interrupt does. */
export function untilInterrupted(run: PulumiRun, ms: number): Promise<PulumiOutcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(good), ms);
    const stop = (): void => {
      clearTimeout(timer);
      resolve({ outcome: 'cancelled', processes: 1 });
    };
    if (run.signal.aborted) stop();
    else run.signal.addEventListener('abort', stop, { once: true });
  });
}
