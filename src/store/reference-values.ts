import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { StallError, WaitError } from '../stack/failure';
import type { ResourceRef } from '../stack/spec';
import type { ReferenceAccess } from './reference-reader';

type Data = Readonly<Record<string, string>>;

/** Gives the values that one Stack's references name. Errors name objects and keys, never values. */
export interface ReferenceValues {
  value(path: string, ref: ResourceRef): Promise<string>;
  /** All of an object. */
  all(kind: 'Secret' | 'ConfigMap', name: string): Promise<Data>;
  key(kind: 'Secret' | 'ConfigMap', name: string, key: string): Promise<string>;
}

const LOOK_AGAIN_MS = 30_000;
const LARGEST_FILE = 1_048_576;

/** Objects are read once, so that all values of one run come from the same content; the namespace is fixed (L2). */
export function createReferenceValues(namespace: string, access: ReferenceAccess): ReferenceValues {
  const objects = new Map<string, Promise<Data>>();
  const all = (kind: 'Secret' | 'ConfigMap', name: string): Promise<Data> => {
    const id = `${kind}/${name}`;
    const known = objects.get(id) ?? readObject(access, kind, { namespace, name });
    objects.set(id, known);
    return known;
  };
  const key = async (kind: 'Secret' | 'ConfigMap', name: string, wanted: string): Promise<string> => {
    const data = await all(kind, name);
    const value = Object.hasOwn(data, wanted) ? data[wanted] : undefined;
    return value ?? notThere(`${kind} "${name}" in namespace "${namespace}" has no key "${wanted}"`);
  };
  return {
    all,
    key,
    async value(path, ref) {
      switch (ref.type) {
        case 'Secret':
          refuseForeign(path, ref.secret.namespace, namespace);
          return key('Secret', ref.secret.name, ref.secret.key);
        case 'Env':
          if (!access.allowEnv) throw notAllowed(path, 'Env', '--allow-env-refs');
          return access.environment?.[ref.env.name] ?? notThere(`${path}: the worker has no variable ${ref.env.name}`);
        case 'FS':
          if (!access.allowFs) throw notAllowed(path, 'FS', '--allow-fs-refs');
          return readBounded(path, ref.filesystem.path);
        case 'Literal':
          return ref.literal.value;
      }
    },
  };
}

async function readObject(
  { reader }: ReferenceAccess,
  kind: 'Secret' | 'ConfigMap',
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<Data> {
  const data = await (kind === 'Secret' ? reader.secret(namespace, name) : reader.configMap(namespace, name));
  return data ?? notThere(`${kind} "${name}" does not exist in namespace "${namespace}"`);
}

/** Whole and to the byte, a last line break too. Opened without blocking: a pipe would keep us for ever. */
async function readBounded(path: string, file: string): Promise<string> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await handle.stat();
      if (!facts.isFile() || facts.size > LARGEST_FILE) {
        throw new StallError(`${path}: ${file} is not a file of at most 1 MiB`, 'config');
      }
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      notThere(`${path}: the worker has no file ${file}`);
    }
    throw error;
  }
}

function refuseForeign(path: string, wanted: string | undefined, namespace: string): void {
  if (wanted === undefined || wanted === namespace) return;
  throw new StallError(
    `${path}: references do not cross namespaces, and it names "${wanted}"`,
    'config',
    'SpecInvalid',
  );
}

function notAllowed(path: string, type: string, flag: string): StallError {
  return new StallError(`${path}: ${type} references are not allowed; start the worker with ${flag}`, 'config');
}

function notThere(message: string): never {
  throw new WaitError(message, LOOK_AGAIN_MS, 'config', 'WaitingForReference');
}
