import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import type { WorkerSettings } from '../../worker/settings';
import { duration, list, oneOf, path, poolName, switched, text, wholeNumber, type Parse } from './setting-values';

type Environment = Readonly<Record<string, string | undefined>>;
export type SettingKey = Exclude<
  keyof WorkerSettings,
  'connection' | 'pulumi' | 'continueAsNew' | 'maxCachedWorkflows'
>;

/** One setting of the worker: a flag, or the variable of the same name. */
export interface Setting<K extends SettingKey = SettingKey> {
  readonly key: K;
  readonly flag: string;
  /** How help names the value; undefined: a switch, which takes none. */
  readonly value?: string;
  readonly description: string;
  /** As it would be written; undefined: the setting is left out. */
  readonly fallback?: string | ((env: Environment) => string);
  /** Where `stackctl dev` has another default. */
  readonly devFallback?: string;
  /** `stackctl dev` decides it by itself. */
  readonly workerOnly?: boolean;
  readonly parse: Parse<NonNullable<WorkerSettings[K]>>;
}

const setting = <K extends SettingKey>(one: Setting<K>): Setting => one;
const QUEUES = ['stackwright', 'pulumi'] as const;

/** The one table of settings: names, defaults, descriptions, parsers. */
export const SETTINGS: readonly Setting[] = [
  setting({
    key: 'queues',
    flag: '--queues',
    value: 'names',
    description: 'what it serves: decisions (stackwright), operations (pulumi)',
    fallback: 'stackwright,pulumi',
    workerOnly: true,
    parse: (given, cwd) => list(given, cwd).map((name) => oneOf(QUEUES)(name, cwd)),
  }),
  setting({
    key: 'pool',
    flag: '--pool',
    value: 'name',
    description: 'serves Stacks whose spec.workerPool names this pool',
    workerOnly: true,
    parse: poolName,
  }),
  setting({
    key: 'namespaces',
    flag: '--namespaces',
    value: 'names',
    description: 'serves these namespaces only (default: all)',
    fallback: '',
    workerOnly: true,
    parse: list,
  }),
  setting({
    key: 'minResyncSeconds',
    flag: '--min-resync-seconds',
    value: 'seconds',
    description: 'floor of resyncFrequencySeconds',
    fallback: '60',
    devFallback: '1',
    parse: wholeNumber,
  }),
  setting({
    key: 'defaultBackend',
    flag: '--default-backend',
    value: 'url',
    description: 'backend of Stacks that name none',
    parse: text,
  }),
  setting({
    key: 'defaultPassphraseFile',
    flag: '--default-passphrase-file',
    value: 'path',
    description: 'passphrase of Stacks that name none',
    parse: path,
  }),
  setting({
    key: 'allowLocalSources',
    flag: '--allow-local-sources',
    description: 'folders and file:// repositories of this machine may be sources',
    fallback: 'false',
    devFallback: 'true',
    parse: switched,
  }),
  setting({
    key: 'allowEnvRefs',
    flag: '--allow-env-refs',
    description: 'Env references may read the variables of the worker',
    fallback: 'false',
    devFallback: 'true',
    parse: switched,
  }),
  setting({
    key: 'allowFsRefs',
    flag: '--allow-fs-refs',
    description: 'FS references may read the files of the worker',
    fallback: 'false',
    devFallback: 'true',
    parse: switched,
  }),
  setting({
    key: 'maxConcurrentUpdates',
    flag: '--max-concurrent-updates',
    value: 'number',
    description: 'operations at the same time',
    fallback: () => String(availableParallelism()),
    parse: wholeNumber,
  }),
  setting({
    key: 'gracePeriodMs',
    flag: '--grace-period',
    value: 'duration',
    description: 'how long running operations may go on when it is stopped',
    fallback: '10m',
    parse: duration,
  }),
  setting({
    key: 'heartbeatTimeoutMs',
    flag: '--heartbeat-timeout',
    value: 'duration',
    description: 'silence after which an operation is given to another worker',
    fallback: '30s',
    parse: duration,
  }),
  setting({
    key: 'cacheDir',
    flag: '--cache-dir',
    value: 'path',
    description: 'checkouts, plugins, dependencies',
    fallback: ({ XDG_CACHE_HOME: cache, HOME: home }) =>
      join(cache ?? join(home ?? homedir(), '.cache'), 'stackwright', 'worker'),
    workerOnly: true,
    parse: path,
  }),
  setting({
    key: 'stateDir',
    flag: '--state-dir',
    value: 'path',
    description: 'logs, and the store of Secrets, ConfigMaps and Programs',
    fallback: '.stackwright',
    parse: path,
  }),
  setting({
    key: 'keepLogs',
    flag: '--keep-logs',
    value: 'updates',
    description: 'updates of a Stack whose logs are kept',
    fallback: '10',
    parse: wholeNumber,
  }),
  setting({
    key: 'logFormat',
    flag: '--log-format',
    value: 'format',
    description: 'json or pretty',
    fallback: 'json',
    devFallback: 'pretty',
    parse: oneOf(['json', 'pretty']),
  }),
  setting({
    key: 'logLevel',
    flag: '--log-level',
    value: 'level',
    description: 'DEBUG, INFO, WARN or ERROR',
    fallback: 'INFO',
    devFallback: 'WARN',
    parse: oneOf(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  }),
];
