import { createHash } from 'node:crypto';

/** Without internet the answer must come soon: there are other ways to the tools. */
const ANSWER_WITHIN_MS = 5_000;
const STALLED_AFTER_MS = 30_000;

/** Hosts that could not be reached in this run: asked once, not once a tool. */
const unreachable = new Set();

/** Fetches a small text. */
export async function fetchText(url, { headers, signal } = {}) {
  const body = await fetchBytes(url, { headers, signal });
  return body.toString('utf8');
}

/** Fetches a file into memory; `onProgress` hears the bytes so far. Rejects where the host cannot be reached. */
export async function fetchBytes(url, { headers, signal, onProgress = () => {} } = {}) {
  const stall = new AbortController();
  const watchdog = createWatchdog(stall);
  const signals = signal ? [signal, stall.signal] : [stall.signal];
  try {
    watchdog.expect(ANSWER_WITHIN_MS);
    const response = await open(url, { headers, signal: AbortSignal.any(signals) });
    const chunks = [];
    let bytes = 0;
    watchdog.expect(STALLED_AFTER_MS);
    for await (const chunk of response.body) {
      watchdog.expect(STALLED_AFTER_MS);
      chunks.push(chunk);
      bytes += chunk.length;
      onProgress(bytes);
    }
    return Buffer.concat(chunks);
  } finally {
    watchdog.stop();
  }
}

async function open(url, options) {
  const { host } = new URL(url);
  if (unreachable.has(host)) throw new Error(`${host} cannot be reached`);
  let response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    unreachable.add(host);
    throw new Error(`${host} cannot be reached (${error.cause?.code ?? error.message})`, { cause: error });
  }
  if (!response.ok) throw new Error(`${host} answered ${response.status} for ${new URL(url).pathname}`);
  return response;
}

function createWatchdog(controller) {
  let timer;
  const stop = () => clearTimeout(timer);
  const expect = (ms) => {
    stop();
    timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms / 1000} s`)), ms);
  };
  return { expect, stop };
}

/** Throws unless `bytes` have the SHA-256 digest `expected` (hex). */
export function verifyDigest(bytes, expected, what) {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected.toLowerCase()) throw new Error(`${what}: SHA-256 is ${found}, expected ${expected}`);
}
