import type { ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { defined } from '../stack/defined';
import { readDevEngine, type DevEngine } from './dev-engine';
import { ConnectionError } from './errors';

/** What decides where Temporal is. */
export interface TargetOptions {
  /** Undefined: from TEMPORAL_* variables or profile, else the embedded engine, else localhost. */
  readonly address?: string;
  /** Temporal's namespace; undefined: as the address. */
  readonly namespace?: string;
  /** Undefined: the variables of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Where Temporal is, and how that was found out. */
export interface ConnectionTarget {
  readonly address: string;
  readonly namespace: string;
  readonly from: 'option' | 'environment' | 'dev' | 'default';
  /** The embedded engine of this machine, when the address is its own: only then the local store may be used. */
  readonly engine?: DevEngine;
  /** An engine that was here and does not run: worth a word when nothing answers. */
  readonly stopped?: DevEngine;
}

/** The target with credentials and TLS as configured. */
export interface ResolvedTarget {
  readonly target: ConnectionTarget;
  readonly options: ConnectionOptions;
}

const DEFAULT_ADDRESS = 'localhost:7233';
const DEFAULT_NAMESPACE = 'default';

/** Options first, then TEMPORAL_* and the profile, then the embedded engine, then localhost. */
export async function resolveTarget(options: TargetOptions): Promise<ResolvedTarget> {
  const environment = options.environment ?? process.env;
  const configured = readConfig(environment);
  const dev = await readDevEngine(environment);
  const { address, from } = addressOf(options, configured.address, dev);
  const engine = runningAt(address, dev);
  const namespace = options.namespace ?? configured.namespace ?? engine?.namespace ?? DEFAULT_NAMESPACE;
  const stopped = dev?.isRunning === false ? dev : undefined;
  const target = { address, from, namespace, ...defined({ engine, stopped }) };
  return { target, options: { ...configured.options, address } };
}

function runningAt(address: string, dev: DevEngine | undefined): DevEngine | undefined {
  return dev?.isRunning === true && isSame(dev.address, address) ? dev : undefined;
}

function addressOf(
  { address }: TargetOptions,
  configured: string | undefined,
  dev: DevEngine | undefined,
): Pick<ConnectionTarget, 'address' | 'from'> {
  if (address !== undefined) return { address, from: 'option' };
  if (configured !== undefined) return { address: configured, from: 'environment' };
  if (dev?.isRunning === true) return { address: dev.address, from: 'dev' };
  return { address: DEFAULT_ADDRESS, from: 'default' };
}

function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const overrideEnvVars = defined(environment) as Record<string, string>;
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars });
    const { address, apiKey, metadata, tls } = connectionOptions;
    const options = defined({ apiKey, metadata, tls }) as ConnectionOptions;
    return { address, namespace, options };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectionError(`the configuration of Temporal (TEMPORAL_* variables or profile) is wrong: ${why}`);
  }
}

/** `localhost`, `127.0.0.1` and `[::1]` are one machine. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) =>
    address.replace(/^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, 'localhost'),
  );
  return a === b;
}
