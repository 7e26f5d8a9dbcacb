/** Reads what a spec refers to: from the local store, or from a cluster. Undefined when there is no such object. */
export interface ReferenceReader {
  secret(namespace: string, name: string): Promise<Readonly<Record<string, string>> | undefined>;
  configMap(namespace: string, name: string): Promise<Readonly<Record<string, string>> | undefined>;
}

/** What references of a Stack may reach. */
export interface ReferenceAccess {
  readonly reader: ReferenceReader;
  /** Whether `Env` references may read the worker's environment (L2). */
  readonly allowEnv: boolean;
  /** Whether `FS` references may read files of the worker (L2). */
  readonly allowFs: boolean;
  /** The worker's environment, for `Env` references; undefined: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
