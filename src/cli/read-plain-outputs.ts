import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConnectionTarget } from '../client';
import type { StackSpec } from '../stack/spec';
import type { StackId } from '../stack/stack-id';
import { createStore, resolveReferences } from '../store';
import { ExitError, EXIT, refusal } from './exit-error';
import { findTool } from './find-tool';
import { loadPulumi } from './lazy-modules';

/** Whose outputs, and where everything lies that is needed to read them. */
export interface PlainOutputsRequest {
  readonly stack: StackId;
  readonly spec: StackSpec | undefined;
  /** Pulumi's project; undefined before the first good run. */
  readonly project: string | undefined;
  readonly target: ConnectionTarget;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the outputs with their secret values from the backend: only where the local engine has backend and passphrase. */
export async function readPlainOutputs(request: PlainOutputsRequest): Promise<Readonly<Record<string, unknown>>> {
  const { stack, spec, project, target, env } = request;
  if (spec === undefined || project === undefined) throw new ExitError('there are no outputs yet', EXIT.failed);
  const stateDir = target.engine?.stateDir;
  if (stateDir === undefined) {
    throw refusal(
      `--show-secrets reads the backend with what the engine of stackctl dev has, and ${target.address} is not one on this machine: use pulumi stack output --show-secrets where the backend is known`,
    );
  }
  const access = { allowEnv: true, allowFs: true, environment: env, reader: createStore(join(stateDir, 'store')) };
  const references = await resolveReferences(spec, stack.namespace, access);
  const pulumi = loadPulumi().createPulumi({
    binary: await findTool('pulumi', env),
    cacheDir: join(stateDir, 'cache', 'pulumi'),
    host: hostname(),
    ambient: env,
  });
  return pulumi.outputs({
    stack,
    pulumiStack: spec.stack,
    project,
    backendUrl: spec.backend ?? pathToFileURL(join(stateDir, 'backend')).href,
    passphraseFile: join(stateDir, 'passphrase'),
    env: references.env,
    secrets: references.secrets,
  });
}
