import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Takes the one file whose name ends with `suffix` out of a zip archive (stored or deflated, below 4 GB). */
export function readZipEntry(archive, suffix) {
  const entry = listEntries(archive).find(({ name }) => name.endsWith(suffix));
  if (!entry) throw new Error(`the archive holds no ${suffix}`);
  const start = entry.offset + 30 + archive.readUInt16LE(entry.offset + 26) + archive.readUInt16LE(entry.offset + 28);
  const data = archive.subarray(start, start + entry.packed);
  return entry.method === 0 ? data : inflateRawSync(data);
}

function listEntries(archive) {
  const end = findEnd(archive);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('not a zip archive: its list of files is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const entry = {
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + extraLength + commentLength;
    return entry;
  });
}

/** The end record is followed by a comment of up to 64 KB, so it is looked for from the back. */
function findEnd(archive) {
  const lowest = Math.max(0, archive.length - 22 - 0xffff);
  for (let at = archive.length - 22; at >= lowest; at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new Error('not a zip archive: it has no end record');
}
