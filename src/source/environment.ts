import { delimiter, dirname, join } from 'node:path';
import type { SourceSettings } from './settings';

/** How to reach the network; nothing that opens a door. */
const PASSED = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'npm_config_registry',
];
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** ssh takes neither keys nor an agent of the worker's user, and asks nobody. */
const SSH = [
  'ssh -F /dev/null',
  '-o BatchMode=yes',
  '-o IdentityFile=/dev/null',
  '-o IdentitiesOnly=yes',
  '-o IdentityAgent=none',
  '-o StrictHostKeyChecking=yes',
].join(' ');

/** The whole environment of git and npm: none of the worker's own but the way to the network (L3). */
export function toolEnvironment(settings: SourceSettings): Record<string, string> {
  const { ambient = {}, node } = settings;
  const passed = PASSED.flatMap((name) => {
    const value = ambient[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    PATH: [dirname(node), ambient.PATH ?? SYSTEM_PATH].join(delimiter),
    HOME: join(settings.cacheDir, '.home'),
    LC_ALL: 'C',
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: allowedProtocols(settings).join(':'),
    GIT_SSH_COMMAND: SSH,
  };
}

/** Transports that git may use. */
export function allowedProtocols({ allowFile, allowHttp }: SourceSettings): string[] {
  return ['https', 'ssh', ...(allowHttp === true ? ['http'] : []), ...(allowFile ? ['file'] : [])];
}
