import { createHmac, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mustRun, type Cli } from './cli';
import { readRemembered, writePrivate } from './private-file';

/** Where and for which stack secrets are encrypted. */
export interface SealContext {
  readonly cli: Cli;
  readonly stack: string;
  readonly project: string;
  /** A directory with a Pulumi.yaml of the project. */
  readonly bareDir: string;
  /** Where ciphertexts are remembered. */
  readonly memoryDir: string;
}

interface Ciphertexts {
  readonly key: string;
  readonly entries: Readonly<Record<string, string>>;
}

const FILE = 'ciphertexts.json';

/**
 * Encrypts values with the stack's own key, by the CLI: through its standard input, never its arguments (L1). A value
 * that was encrypted before costs nothing. Throws CliError, also when the stack does not exist.
 */
export async function sealSecrets(
  context: SealContext,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const path = join(context.memoryDir, FILE);
  const known = asCiphertexts(await readRemembered(path)) ?? { key: randomBytes(32).toString('hex'), entries: {} };
  const digest = (value: string): string => createHmac('sha256', known.key).update(value).digest('hex');
  const sealed = new Map<string, string>();
  for (const value of values) sealed.set(value, known.entries[digest(value)] ?? (await encrypt(context, value)));
  const entries = Object.fromEntries([...sealed].map(([value, ciphertext]) => [digest(value), ciphertext]));
  if (Object.keys(entries).some((name) => known.entries[name] === undefined)) {
    await writePrivate(path, JSON.stringify({ key: known.key, entries } satisfies Ciphertexts));
  }
  return sealed;
}

/** Forgets the ciphertexts of a stack: its key is another one now. */
export async function forgetCiphertexts(memoryDir: string): Promise<void> {
  await rm(join(memoryDir, FILE), { force: true });
}

async function encrypt({ cli, stack, project, bareDir }: SealContext, value: string): Promise<string> {
  const file = join(bareDir, 'sealed.yaml');
  const key = `${project}:sealed`;
  const args = ['config', 'set', '--secret', `--stack=${stack}`, `--config-file=${file}`, key];
  await mustRun(cli, args, { cwd: bareDir, input: `${value}\n` }); // the CLI takes one line end off
  const written = parse(await readFile(file, 'utf8')) as { config?: Record<string, { secure?: string }> };
  const ciphertext = written.config?.[key]?.secure;
  if (ciphertext === undefined) throw new Error('the Pulumi CLI did not encrypt a secret value');
  return ciphertext;
}

function asCiphertexts(value: unknown): Ciphertexts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, entries } = value as Partial<Ciphertexts>;
  return typeof key === 'string' && typeof entries === 'object' ? { key, entries } : undefined;
}
