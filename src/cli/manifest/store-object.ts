import type { Store } from '../../store';
import type { PlannedObject } from './plan-apply';

/** Puts a document into the local store; answers with the line that says so. */
export async function storeObject(store: Store, { namespace, document }: PlannedObject): Promise<string> {
  const { changed } = await put(store, namespace, document);
  return `${document.kind.toLowerCase()}/${namespace}/${document.name} ${changed ? 'applied' : 'unchanged'}`;
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
