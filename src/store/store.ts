import { z } from 'zod';
import { WaitError } from '../stack/failure';
import { createContentDigest } from './content-digest';
import { ObjectFiles, type ObjectKey, type StoredKind } from './object-files';
import type { ReferenceReader } from './reference-reader';

type Texts = Readonly<Record<string, string>>;
type ProgramBody = Readonly<Record<string, unknown>>;

/** One object, by the digest of its content. */
interface StoredObject {
  readonly namespace: string;
  readonly name: string;
  /** Changes with the content and with nothing else; tells nothing about it. */
  readonly revision: string;
}

/** What became of a written object. */
interface Stored extends StoredObject {
  /** Whether the content is another one than before. */
  readonly changed: boolean;
}

/** Secret, ConfigMap and Program documents of the direct origin, in files of the engine's state directory. */
export interface Store extends ReferenceReader {
  putSecret(namespace: string, name: string, data: Texts): Promise<Stored>;
  putConfigMap(namespace: string, name: string, data: Texts): Promise<Stored>;
  putProgram(namespace: string, name: string, program: ProgramBody): Promise<Stored>;
  /** Throws WaitError while there is no such Program. */
  program(namespace: string, name: string): Promise<ProgramBody>;
  /** Undefined when there is no such object. */
  revision(kind: StoredKind, namespace: string, name: string): Promise<string | undefined>;
  /** Answers whether it was there. */
  delete(kind: StoredKind, namespace: string, name: string): Promise<boolean>;
  /** Objects of a kind by name. */
  list(kind: StoredKind, namespace: string): Promise<StoredObject[]>;
}

const LOOK_AGAIN_MS = 30_000;
const textsSchema = z.record(z.string(), z.string());
const programSchema = z.record(z.string(), z.unknown());

/** Opens the store in a directory, which is made when something is put: directories 0700, files 0600. */
export function createStore(dir: string): Store {
  const files = new ObjectFiles(dir);
  const digest = createContentDigest(dir);
  const put = async (key: ObjectKey, content: Texts | ProgramBody): Promise<Stored> => {
    const [before, text] = [await files.text(key), JSON.stringify(content)];
    if (before !== text) await files.write(key, text);
    const { namespace, name } = key;
    return { namespace, name, revision: await digest(text), changed: before !== text };
  };
  const revision = async (key: ObjectKey): Promise<string | undefined> => {
    const text = await files.text(key);
    return text === undefined ? undefined : digest(text);
  };
  return {
    putSecret: (namespace, name, data) => put({ kind: 'Secret', namespace, name }, data),
    putConfigMap: (namespace, name, data) => put({ kind: 'ConfigMap', namespace, name }, data),
    putProgram: (namespace, name, program) => put({ kind: 'Program', namespace, name }, program),
    secret: (namespace, name) => files.content({ kind: 'Secret', namespace, name }, textsSchema),
    configMap: (namespace, name) => files.content({ kind: 'ConfigMap', namespace, name }, textsSchema),
    async program(namespace, name) {
      return (await files.content({ kind: 'Program', namespace, name }, programSchema)) ?? noProgram(namespace, name);
    },
    revision: (kind, namespace, name) => revision({ kind, namespace, name }),
    async delete(kind, namespace, name) {
      const isThere = (await files.text({ kind, namespace, name })) !== undefined;
      await files.remove({ kind, namespace, name });
      return isThere;
    },
    async list(kind, namespace) {
      const found = (await files.names(kind, namespace)).map(async (name) => {
        const known = await revision({ kind, namespace, name });
        return known === undefined ? [] : [{ namespace, name, revision: known }];
      });
      return (await Promise.all(found)).flat();
    },
  };
}

function noProgram(namespace: string, name: string): never {
  const message = `Program "${name}" does not exist in namespace "${namespace}"`;
  throw new WaitError(message, LOOK_AGAIN_MS, 'source', 'WaitingForReference');
}
