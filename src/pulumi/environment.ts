import { delimiter, dirname } from 'node:path';
import type { Directories } from './directories';

/** What shapes the environment of a run. */
export interface EnvironmentSettings {
  readonly binary: string;
  readonly directories: Directories;
  readonly backendUrl: string;
  readonly passphraseFile?: string;
  /** Marks every process of the run; undefined: no run. */
  readonly runToken?: string;
  /** What the spec asks for. */
  readonly env: Readonly<Record<string, string>>;
  /** The worker's environment, of which only `PASSED` goes on. */
  readonly ambient: Readonly<Record<string, string | undefined>>;
}

/** By it the processes of a run are known from others, whatever number their session has. */
export const RUN_TOKEN_VARIABLE = 'STACKWRIGHT_RUN_TOKEN';

/** Plumbing of the machine: how to reach the network and how to write dates; nothing that opens a door. */
const PASSED = [
  'LANG',
  'LC_ALL',
  'TZ',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Would keep the state from being saved step by step: after a crash nothing would be known (I1). */
const REFUSED = ['PULUMI_SKIP_CHECKPOINTS', 'PULUMI_DEBUG_COMMANDS'];

const ours = {
  PULUMI_SKIP_UPDATE_CHECK: 'true',
  PULUMI_FALLBACK_TO_STATE_SECRETS_MANAGER: 'true', // ciphertexts stay good in a config file without a salt
  PULUMI_ENABLE_STREAMING_JSON_PREVIEW: 'true',
  PULUMI_DISABLE_CI_DETECTION: 'true',
  PULUMI_SUPPRESS_NEO_LINK: 'true',
  PULUMI_LOG_ROTATION_MAX_AGE_DAYS: '1',
  PULUMI_LOG_ROTATION_MAX_TOTAL_MB: '20',
  NO_COLOR: '1',
};

/** The whole environment of Pulumi and of the program (L3): an allow-list, then the spec's, then ours. */
export function cleanEnvironment(settings: EnvironmentSettings): Record<string, string> {
  const { directories, env, passphraseFile } = settings;
  const passphrase =
    passphraseFile === undefined || env.PULUMI_CONFIG_PASSPHRASE !== undefined
      ? {}
      : { PULUMI_CONFIG_PASSPHRASE_FILE: passphraseFile };
  const environment: Record<string, string> = {
    ...pick(settings.ambient),
    ...passphrase,
    ...env,
    ...ours,
    PATH: searchPath(settings),
    HOME: directories.home,
    TMPDIR: directories.temporary,
    PULUMI_HOME: directories.pulumiHome,
    PULUMI_BACKEND_URL: settings.backendUrl,
    ...(settings.runToken === undefined ? {} : { [RUN_TOKEN_VARIABLE]: settings.runToken }),
  };
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !REFUSED.includes(name)));
}

function pick(ambient: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = ambient[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The CLI's own directory first, so that its language hosts are found; then the Node that runs us. */
function searchPath({ binary, env, ambient }: EnvironmentSettings): string {
  return [dirname(binary), dirname(process.execPath), env.PATH, ambient.PATH ?? SYSTEM_PATH]
    .filter(Boolean)
    .join(delimiter);
}
