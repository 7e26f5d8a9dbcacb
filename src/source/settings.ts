/** How sources are fetched and where they are kept. */
export interface SourceSettings {
  /** Everything lies below it, apart for each namespace, for its owner alone (L6). */
  readonly cacheDir: string;
  /** Whether `file://` repositories may be fetched: any that this user can read. */
  readonly allowFile: boolean;
  /** Whether repositories may be fetched by `http://`, unprotected; undefined: no. */
  readonly allowHttp?: boolean;
  /** Whether a folder of this machine may be a source. */
  readonly allowLocal: boolean;
  /** Path of the Node that programs run with; its directory is searched first. */
  readonly node: string;
  /** Name or path of npm, which installs what Node programs depend on. */
  readonly npm: string;
  /** npm's user configuration (registry, its credentials); undefined: none, whatever the user's home has. */
  readonly npmrc?: string;
  /** Whether install scripts of packages run; undefined: no. The program itself runs in any case. */
  readonly installScripts?: boolean;
  /** Most workspaces that are kept; undefined: 200. Those that Stacks use come on top. */
  readonly maxWorkspaces?: number;
  /** Most bytes that are kept; undefined: 10 GiB. */
  readonly maxBytes?: number;
  /** The worker's environment, of which PATH, proxies and certificates go on to git and npm; undefined: nothing. */
  readonly ambient?: Readonly<Record<string, string | undefined>>;
}
