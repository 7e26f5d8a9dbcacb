import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { makePrivate } from './directories';
import { createStreamMask } from './mask';
import { plainText } from './plain-text';

/** The log of one attempt for people: masked, without colours, written while it runs. */
export interface LogWriter {
  write(text: string): void;
  /** Answers why the log could not be written; undefined: it was. An update is not undone by that. */
  close(): Promise<string | undefined>;
}

/** Opens a log for appending; it is readable for its owner alone. */
export async function openLog(path: string, secrets: readonly string[]): Promise<LogWriter> {
  await makePrivate(dirname(path));
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const written = finished(stream).then(
    () => undefined,
    (error: unknown) => `the log could not be written: ${(error as Error).message}`,
  );
  const mask = createStreamMask(secrets);
  return {
    write(text) {
      const known = mask.push(plainText(text));
      if (known !== '') stream.write(known);
    },
    close() {
      if (!stream.writableEnded) stream.end(mask.end());
      return written;
    },
  };
}
