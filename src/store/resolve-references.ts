import { StallError } from '../stack/failure';
import type { StackSpec } from '../stack/spec';
import type { ReferenceAccess } from './reference-reader';
import { createReferenceValues, type ReferenceValues } from './reference-values';

/** One value for Pulumi's config. */
interface ResolvedConfig {
  readonly key: string;
  /** Structured values are as they were written, or as a ConfigMap's JSON has them. */
  readonly value: unknown;
  readonly secret: boolean;
}

/** All that a spec refers to, for one run. It never leaves the process that resolved it. */
export interface ResolvedReferences {
  readonly config: readonly ResolvedConfig[];
  readonly env: Readonly<Record<string, string>>;
  /** Values to mask in whatever leaves the run. */
  readonly secrets: readonly string[];
}

/** Part of the environment: from whole objects first, then the token, then single variables; the later one wins. */
interface Variables {
  readonly env: Readonly<Record<string, string>>;
  readonly isSecret: boolean;
}

/**
 * Resolves config and environment of a spec, from its own namespace only (L2). Throws WaitError while an object or key
 * is missing, StallError for what is not allowed or makes no sense; no error holds a value.
 */
export async function resolveReferences(
  spec: StackSpec,
  namespace: string,
  access: ReferenceAccess,
): Promise<ResolvedReferences> {
  const values = createReferenceValues(namespace, access);
  const config = await resolveConfig(spec, values);
  const variables = await resolveVariables(spec, values);
  for (const { env } of variables) refuseNul(env);
  const ofConfig = config.filter(({ secret }) => secret).map(({ value }) => String(value));
  const ofEnvironment = variables.filter(({ isSecret }) => isSecret).flatMap(({ env }) => Object.values(env));
  return {
    config,
    env: Object.assign({}, ...variables.map(({ env }) => env)) as Record<string, string>,
    secrets: [...new Set([...ofConfig, ...ofEnvironment])].filter((value) => value !== ''),
  };
}

async function resolveConfig(spec: StackSpec, values: ReferenceValues): Promise<ResolvedConfig[]> {
  const plain = Object.entries(spec.config ?? {}).map(([key, value]) => ({ key, value, secret: false }));
  const mapped = Object.entries(spec.configRef ?? {}).map(async ([key, ref]) => {
    const text = await values.key('ConfigMap', ref.name, ref.key);
    return { key, value: ref.json ? parseJson(key, text) : text, secret: false };
  });
  const secret = Object.entries(spec.secretsRef ?? {}).map(async ([key, ref]) => {
    return { key, value: await values.value(`secretsRef.${key}`, ref), secret: true };
  });
  const entries = [...plain, ...(await Promise.all(mapped)), ...(await Promise.all(secret))];
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

async function resolveVariables(spec: StackSpec, values: ReferenceValues): Promise<Variables[]> {
  const { accessTokenSecret: token } = spec;
  const whole = (kind: 'Secret' | 'ConfigMap', names: readonly string[] = []): Promise<Variables>[] =>
    names.map(async (name) => ({ env: await values.all(kind, name), isSecret: kind === 'Secret' }));
  const single = Object.entries(spec.envRefs ?? {}).map(async ([name, ref]) => {
    return { env: { [name]: await values.value(`envRefs.${name}`, ref) }, isSecret: ref.type !== 'Literal' };
  });
  const ofToken = async (name: string): Promise<Variables> => {
    return { env: { PULUMI_ACCESS_TOKEN: await values.key('Secret', name, 'accessToken') }, isSecret: true };
  };
  return Promise.all([
    ...whole('ConfigMap', spec.envs),
    ...whole('Secret', spec.envSecrets),
    ...(token === undefined ? [] : [ofToken(token)]),
    ...single,
  ]);
}

function parseJson(key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new StallError(`configRef.${key}: the value is not JSON`, 'config'); // the parser's message holds a piece of it
  }
}

/** No process can be started with such an environment. */
function refuseNul(env: Readonly<Record<string, string>>): void {
  const [name] = Object.entries(env).find(([, value]) => value.includes('\0')) ?? [];
  if (name !== undefined) throw new StallError(`the environment variable ${name} contains a NUL byte`, 'config');
}
