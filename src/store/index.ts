export { createLogStore, type LogStore } from './log-store';
export type { ReferenceAccess } from './reference-reader';
export { resolveReferences } from './resolve-references';
export { createStore, type Store } from './store';
