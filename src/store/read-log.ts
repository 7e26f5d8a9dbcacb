import { open, type FileHandle } from 'node:fs/promises';

/** A piece of a log, never half a letter. */
export interface LogPart {
  readonly text: string;
  /** Byte from which to go on. */
  readonly next: number;
}

const MOST_BYTES = 1_048_576;
const LONGEST_LETTER = 4;

/** Reads a log from a byte on, at most a mebibyte; text is empty while nothing was added. */
export async function readLog(path: string, from: number): Promise<LogPart | undefined> {
  return withLog(path, async (file) => {
    const bytes = await readBytes(file, from);
    const whole = bytes.subarray(0, wholeLength(bytes));
    return { text: whole.toString('utf8'), next: from + whole.length };
  });
}

/** Reads the last lines of a log, as far as they fit into a mebibyte. */
export async function tailLog(path: string, lines: number): Promise<LogPart | undefined> {
  return withLog(path, async (file) => {
    const { size } = await file.stat();
    const from = Math.max(0, size - MOST_BYTES);
    const bytes = await readBytes(file, from);
    const whole = bytes.subarray(startOfLast(bytes, lines), wholeLength(bytes));
    return { text: whole.toString('utf8'), next: from + wholeLength(bytes) };
  });
}

async function withLog(path: string, read: (file: FileHandle) => Promise<LogPart>): Promise<LogPart | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      return await read(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readBytes(file: FileHandle, from: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, from);
  return buffer.subarray(0, bytesRead);
}

/** Where the last `lines` lines begin; a line break at the very end belongs to the last one. */
function startOfLast(bytes: Buffer, lines: number): number {
  const lineBreak = 0x0a;
  let end = bytes.at(-1) === lineBreak ? bytes.length - 1 : bytes.length;
  for (let line = 0; line < lines; line++) {
    if (end <= 0) return 0;
    end = bytes.lastIndexOf(lineBreak, end - 1);
  }
  return end + 1;
}

/** Length without a last letter of which only the first bytes are written yet. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_LETTER, bytes.length); back++) {
    const byte = bytes.at(-back) ?? 0;
    if ((byte & 0xc0) === 0x80) continue; // a letter goes on
    const letter = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return letter > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
