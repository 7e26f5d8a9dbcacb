/** Settings of a worker, complete; `src/cli/settings.ts` reads them from flags and STACKWRIGHT_* variables. */
export interface WorkerSettings {
  readonly connection: ConnectionSettings;
  /** Which kinds of queue it serves. */
  readonly queues: readonly ('stackwright' | 'pulumi')[];
  /** Pool of its operation queues; undefined: the default pool. */
  readonly pool?: string;
  /** Namespaces it serves; empty: all (L5). */
  readonly namespaces: readonly string[];
  readonly minResyncSeconds: number;
  readonly defaultBackend?: string;
  readonly defaultPassphraseFile?: string;
  readonly allowLocalSources: boolean;
  readonly allowEnvRefs: boolean;
  readonly allowFsRefs: boolean;
  readonly maxConcurrentUpdates: number;
  readonly gracePeriodMs: number;
  readonly heartbeatTimeoutMs: number;
  readonly cacheDir: string;
  /** Logs of this many updates are kept for each Stack. */
  readonly keepLogs: number;
  /** Directory of the local store and of the logs. */
  readonly stateDir: string;
  readonly logFormat: 'json' | 'pretty';
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** Path of the Pulumi CLI. */
  readonly pulumi: string;
  /** History limits at which a Stack continues as new (I4). */
  readonly continueAsNew?: { readonly events: number; readonly bytes: number; readonly signals: number };
  /** Most workflows kept in memory; undefined: the SDK's own rule. */
  readonly maxCachedWorkflows?: number;
}

/** Where Temporal is; undefined fields come from `@temporalio/envconfig`. */
export interface ConnectionSettings {
  readonly address?: string;
  readonly namespace?: string;
}
