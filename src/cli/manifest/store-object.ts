import type { Store } from '../../store';
import type { PlannedObject } from './plan-apply';

/** A document as it lies in the store now. */
export interface StoredObject {
  /** Says what became of it, for people. */
  readonly line: string;
  /** `<namespace>/<name>` and revision of a Program whose content changed; undefined for anything else. */
  readonly changedProgram?: { readonly key: string; readonly revision: string };
}

/** Puts a document into the local store. */
export async function storeObject(store: Store, { namespace, document }: PlannedObject): Promise<StoredObject> {
  const { changed, revision } = await put(store, namespace, document);
  const line = `${document.kind.toLowerCase()}/${namespace}/${document.name} ${changed ? 'applied' : 'unchanged'}`;
  if (!changed || document.kind !== 'Program') return { line };
  return { line, changedProgram: { key: `${namespace}/${document.name}`, revision } };
}

function put(store: Store, namespace: string, document: PlannedObject['document']) {
  switch (document.kind) {
    case 'Program':
      return store.putProgram(namespace, document.name, document.program);
    case 'Secret':
      return store.putSecret(namespace, document.name, document.data);
    case 'ConfigMap':
      return store.putConfigMap(namespace, document.name, document.data);
  }
}
