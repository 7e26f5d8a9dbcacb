import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fetchBytes, fetchText, verifyDigest } from './download.mjs';
import { runQuietly } from './exec.mjs';
import { withProgress } from './progress.mjs';

/**
 * Fetches a release archive from its project and unpacks its binaries into `target`.
 * The version is pinned, the digest is not: it comes from the checksum file that the project publishes beside the
 * archive, over HTTPS. That finds damaged and mixed-up downloads, not a project that was broken into.
 */
export function downloadRelease({ checksums, archive, mirrors }) {
  return async ({ label, target, signal }) => {
    const errors = [];
    for (const base of mirrors) {
      try {
        const list = await fetchText(`${base}/${checksums}`, { signal });
        return await download({ label, url: `${base}/${archive}`, digest: readDigest(list, archive), target, signal });
      } catch (error) {
        signal?.throwIfAborted();
        errors.push(error.message);
      }
    }
    throw new Error(errors.join('; '));
  };
}

/** The digest of one file out of lines of `<sha256>  <file>`. */
export function readDigest(list, file) {
  const line = list.split('\n').find((text) => text.trim().split(/\s+\*?/)[1] === file);
  if (!line) throw new Error(`the published checksums do not name ${file}`);
  return line.trim().split(/\s+/)[0];
}

async function download({ label, url, digest, target, signal }) {
  let received = 0;
  const fetchIt = () => fetchBytes(url, { signal, onProgress: (bytes) => (received = bytes) });
  const bytes = await withProgress(
    `${label}: download from ${new URL(url).host}`,
    fetchIt,
    () => `, ${received >> 20} MB`,
  );
  verifyDigest(bytes, digest, path.basename(url));
  await unpack(bytes, target, signal);
  return 'official download';
}

/** Both projects pack their binaries flat or in one folder; everything beside them comes along. */
async function unpack(bytes, target, signal) {
  const folder = `${target}.unpacked`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}.tar.gz`, bytes);
  await runQuietly('tar', ['-xzf', `${folder}.tar.gz`, '-C', folder], { signal });
  const inside = readdirSync(folder, { withFileTypes: true });
  const root = inside.length === 1 && inside[0].isDirectory() ? path.join(folder, inside[0].name) : folder;
  rmSync(target, { recursive: true, force: true });
  renameSync(root, target);
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.tar.gz`);
}
