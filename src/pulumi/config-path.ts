import { StallError } from '../stack/failure';

type Segment = string | number;
type Container = Record<string, unknown> | unknown[];

const SEGMENT = /\.?([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Reads a path like `a.b[0]["c.d"]`. Throws StallError when it is none. */
export function parseConfigPath(path: string): Segment[] {
  const segments: Segment[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) throw new StallError(`config key ${path}: not a path`, 'config');
    const [, name, index, quoted] = match;
    segments.push(index === undefined ? (name ?? (quoted ?? '').replace(/\\(.)/g, '$1')) : Number(index));
  }
  return segments;
}

/** Puts a value at a path of a tree, making what is missing on the way. */
export function setAtPath(tree: Record<string, unknown>, path: readonly Segment[], value: unknown): void {
  let place: Container = tree;
  for (const [position, segment] of path.slice(0, -1).entries()) {
    const made: Container = typeof path[position + 1] === 'number' ? [] : {};
    const next = readAt(place, segment) ?? made;
    if (typeof next !== 'object') throw misfit(path);
    writeAt(place, segment, next, path);
    place = next as Container;
  }
  const [last] = path.slice(-1);
  if (last !== undefined) writeAt(place, last, value, path);
}

function readAt(place: Container, segment: Segment): unknown {
  return Object.hasOwn(place, segment) ? (place as Record<Segment, unknown>)[segment] : undefined;
}

function writeAt(place: Container, segment: Segment, value: unknown, path: readonly Segment[]): void {
  if (Array.isArray(place) !== (typeof segment === 'number')) throw misfit(path);
  if (Array.isArray(place) && Number(segment) > place.length) throw misfit(path);
  Object.defineProperty(place, segment, { value, enumerable: true, configurable: true, writable: true });
}

function misfit(path: readonly Segment[]): StallError {
  return new StallError(`config path ${path.join('.')} does not fit what another entry put there`, 'config');
}
