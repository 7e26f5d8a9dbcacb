import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { workspaceFailed } from './source-fault';

/**
 * The real place of a path below `root`; undefined when nothing is there. Throws StallError when the path, or a link
 * on its way, leads out of the root (L6).
 */
export async function resolveInside(root: string, path: string): Promise<string | undefined> {
  if (isAbsolute(path) || !isBelow(root, resolve(root, path))) throw leadsOut(path);
  const [realRoot, place] = await Promise.all([realpath(root), realPlace(resolve(root, path), path)]);
  if (place !== undefined && !isBelow(realRoot, place)) throw leadsOut(path);
  return place;
}

async function realPlace(place: string, path: string): Promise<string | undefined> {
  try {
    return await realpath(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw workspaceFailed(`${path}: its links lead nowhere`);
    throw error;
  }
}

function isBelow(root: string, place: string): boolean {
  const way = relative(root, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function leadsOut(path: string): Error {
  return workspaceFailed(`${path}: leads out of the source, by ".." or by a link`);
}
