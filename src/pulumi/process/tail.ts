import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 64 * 1024;

/** Follows a file that another process writes. */
export interface Tail {
  /** Hands over everything written since the last call. */
  advance(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file to follow it; text is handed over as it comes, never with half a character. */
export async function followFile(path: string, onText: (text: string) => void): Promise<Tail> {
  const file = await open(path, 'r');
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  return {
    async advance() {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const text = decoder.write(buffer.subarray(0, bytesRead));
        if (text !== '') onText(text);
      }
    },
    async close() {
      const rest = decoder.end();
      if (rest !== '') onText(rest);
      await file.close();
    },
  };
}
