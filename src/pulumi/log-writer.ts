import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { makePrivate } from './directories';
import { createStreamMask } from './mask';
import { plainText } from './plain-text';

/** The log of one attempt for people: masked, without colours, written while it runs. */
export interface LogWriter {
  write(text: string): void;
  /** Rejects when the log could not be written. */
  close(): Promise<void>;
}

/** Opens a log for appending; it is readable for its owner alone. */
export async function openLog(path: string, secrets: readonly string[]): Promise<LogWriter> {
  await makePrivate(dirname(path));
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const written = finished(stream);
  written.catch(() => undefined); // told by `close`; it must not end the worker before that
  const mask = createStreamMask(secrets);
  return {
    write(text) {
      const known = mask.push(plainText(text));
      if (known !== '') stream.write(known);
    },
    async close() {
      stream.end(mask.end());
      await written;
    },
  };
}
