import { open } from 'node:fs/promises';

const READ_BYTES = 4_096;
const LINES = 8;

/** The last eight lines of a text file, of its last 4 KiB at most. */
export async function readLastLines(path: string): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, READ_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-LINES);
  } finally {
    await file.close();
  }
}
