export { createSources, type PrepareRequest, type Sources } from './sources';
export type { SourceSettings } from './settings';
export type { Workspace } from './workspace';
