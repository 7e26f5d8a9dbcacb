const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i;
/** `git@host:path`: a user, a host, a path that is not a port or another URL. */
const SCP = /^[\w.-]+@[A-Za-z0-9.-]+:(?!\/\/)\S+$/;
const SCP_WITH_PASSWORD = /^[^/@\s]*:[^/@\s]*@/;
const HOST = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;
const BACKEND_SCHEMES = ['file', 's3', 'gs', 'azblob', 'postgres', 'https', 'http'];

interface UrlParts {
  readonly scheme: string;
  /** What stands before the last `@` of the authority; undefined when there is none. */
  readonly user?: string;
  readonly host: string;
  readonly rest: string;
}

function partsOf(url: string): UrlParts | undefined {
  const match = URL_PARTS.exec(url);
  if (match === null || /[\s\p{Cc}]/u.test(url)) return undefined;
  const [, scheme = '', authority = '', rest = ''] = match;
  const at = authority.lastIndexOf('@');
  return {
    scheme: scheme.toLowerCase(),
    ...(at === -1 ? {} : { user: authority.slice(0, at) }),
    host: authority.slice(at + 1),
    rest,
  };
}

/** Whether a URL has a password: `user:password@host`, in a URL or in git's short form. */
export function hasPassword(url: string): boolean {
  const parts = partsOf(url);
  if (parts === undefined) return !url.includes('://') && SCP_WITH_PASSWORD.test(url);
  return parts.user?.includes(':') === true;
}

/** Whether a repository's URL has a password, or a user over http(s), where the user is usually a token. */
export function hasCredentials(url: string): boolean {
  const parts = partsOf(url);
  return hasPassword(url) || (parts?.user !== undefined && parts.scheme.startsWith('http'));
}

/** Whether a text is a repository that we fetch: https, ssh, git's short form of ssh, or file. */
export function isRepositoryUrl(url: string): boolean {
  const parts = partsOf(url);
  if (parts === undefined) return SCP.test(url);
  if (parts.scheme === 'file') return parts.host === '' && parts.user === undefined && parts.rest.length > 1;
  return (parts.scheme === 'https' || parts.scheme === 'ssh') && HOST.test(parts.host) && !parts.host.startsWith('-');
}

/** Whether a text is the URL of a state backend that Pulumi knows. */
export function isBackendUrl(url: string): boolean {
  const parts = partsOf(url);
  return parts !== undefined && BACKEND_SCHEMES.includes(parts.scheme) && parts.host + parts.rest !== '';
}

/** Whether a text is a URL of the web with a proper host. */
export function isWebUrl(url: string): boolean {
  const parts = partsOf(url);
  return parts !== undefined && /^https?$/.test(parts.scheme) && HOST.test(parts.host);
}

/** Whether a backend is a Pulumi Cloud (or its self-hosted kind), not a bucket, file or database. */
export function isCloudBackend(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
