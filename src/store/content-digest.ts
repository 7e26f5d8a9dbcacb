import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writeOnce } from './private-file';

const KEY_BYTES = 32;

/**
 * Digests contents with a key that never leaves the store: a plain digest of a short secret could be guessed by whoever
 * sees it in a history (L1).
 */
export function createContentDigest(dir: string): (text: string) => Promise<string> {
  let key: Promise<string> | undefined;
  return async (text) => {
    key ??= readKey(join(dir, '.digest-key'));
    return `hmac-sha256:${createHmac('sha256', await key)
      .update(text)
      .digest('hex')}`;
  };
}

async function readKey(path: string): Promise<string> {
  await writeOnce(path, randomBytes(KEY_BYTES).toString('base64url'));
  const key = await readIfThere(path);
  if (key === undefined || key === '') throw new Error(`${path}: empty; remove it, then everything counts as changed`);
  return key;
}
