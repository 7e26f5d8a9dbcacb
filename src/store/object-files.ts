import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { StallError } from '../stack/failure';
import { isStackName } from '../stack/stack-id';
import { readIfThere, writePrivate } from './private-file';

export type StoredKind = 'Secret' | 'ConfigMap' | 'Program';

/** Names one object of the store. */
export interface ObjectKey {
  readonly kind: StoredKind;
  readonly namespace: string;
  readonly name: string;
}

const FOLDERS = { Secret: 'secrets', ConfigMap: 'configmaps', Program: 'programs' } as const;

/** One file an object, `<namespace>/<kind>/<name>`: a name may be as long as a file name, so nothing is put behind it. */
export class ObjectFiles {
  constructor(private readonly dir: string) {}

  /** Undefined when there is no such object. */
  text(key: ObjectKey): Promise<string | undefined> {
    return readIfThere(this.path(key));
  }

  write(key: ObjectKey, text: string): Promise<void> {
    return writePrivate(this.path(key), text);
  }

  remove(key: ObjectKey): Promise<void> {
    return rm(this.path(key), { force: true });
  }

  /** Reads an object; StallError when its file is damaged, without a word of what is in it. */
  async content<T>(key: ObjectKey, schema: z.ZodType<T>): Promise<T | undefined> {
    const text = await this.text(key);
    if (text === undefined) return undefined;
    const content = parseContent(text, schema);
    if (content !== undefined) return content;
    throw new StallError(`${key.kind} "${key.name}" in ${this.path(key)}: damaged; apply it again`, 'config');
  }

  /** Names of the objects of a kind, in order. */
  async names(kind: StoredKind, namespace: string): Promise<string[]> {
    try {
      return (await readdir(this.folder(kind, namespace))).filter(isStackName).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private path({ kind, namespace, name }: ObjectKey): string {
    if (!isStackName(name)) throw new StallError(`${kind}: not a proper name`, 'config');
    return join(this.folder(kind, namespace), name);
  }

  private folder(kind: StoredKind, namespace: string): string {
    if (!isStackName(namespace)) throw new StallError(`${kind}: not a proper name of a namespace`, 'config');
    return join(this.dir, namespace, FOLDERS[kind]);
  }
}

/** The messages of JSON and of schemas hold pieces of the text, so that neither is passed on (L1). */
function parseContent<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
