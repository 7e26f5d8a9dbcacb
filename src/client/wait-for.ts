import { setTimeout as delay } from 'node:timers/promises';
import type { StackId } from '../stack/stack-id';
import type { ReconcileRequestStatus } from '../stack/status';
import { NotFoundError, NoWorkerError } from './errors';
import type { StackClient, StackDescription } from './stack-client';

/** How long and how often a wait looks. */
export interface WaitOptions {
  readonly timeoutMs: number;
  /** Ends the wait; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Pause between two looks; undefined: half a second. */
  readonly everyMs?: number;
  /** Told at each look, for people who wait. */
  onLook?(seen: StackDescription): void;
}

/** What was waited for has not come in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

/** A request that was served, and how. */
export interface ServedRequest {
  readonly outcome: NonNullable<ReconcileRequestStatus['outcome']>;
  /** Name of the update that served it. */
  readonly update: string;
}

const EVERY_MS = 500;
/** The memo holds the last few tokens only: a look at the whole ring now and then finds one that was pushed out. */
const ASK_EVERY_MS = 10_000;
/** Longer tokens are cut in the memo. */
const MEMO_TOKEN = 64;

/** Looks by `describe`, which wakes no workflow, until `judge` has an answer. */
export async function waitFor<T>(
  client: StackClient,
  stack: StackId,
  judge: (seen: StackDescription) => T | undefined | Promise<T | undefined>,
  options: WaitOptions,
): Promise<T> {
  const end = performance.now() + options.timeoutMs;
  for (;;) {
    const seen = await client.describe(stack);
    const answer = await judge(seen);
    if (answer !== undefined) return answer;
    options.onLook?.(seen);
    if (performance.now() >= end) throw new WaitTimeoutError(lateText(seen));
    await pause(options);
  }
}

/** Waits until the token is served, well or badly (C2). */
export function waitUntilServed(
  client: StackClient,
  stack: StackId,
  token: string,
  options: WaitOptions,
): Promise<ServedRequest> {
  let askedAt = performance.now();
  return waitFor(
    client,
    stack,
    async (seen) => {
      const inMemo = servedInMemo(seen, token);
      if (inMemo !== undefined) return inMemo;
      if (performance.now() - askedAt < ASK_EVERY_MS) return undefined;
      askedAt = performance.now();
      return servedInStatus(client, stack, token);
    },
    options,
  );
}

/** Waits until the workflow has ended, whichever way. */
export async function waitUntilGone(client: StackClient, stack: StackId, options: WaitOptions): Promise<void> {
  try {
    await waitFor(client, stack, () => undefined, options);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

function servedInMemo({ memo }: StackDescription, token: string): ServedRequest | undefined {
  const shown = token.length <= MEMO_TOKEN ? token : `${token.slice(0, MEMO_TOKEN - 1)}…`;
  const found = memo?.served?.findLast((served) => served.token === shown);
  return found && { outcome: found.outcome as ServedRequest['outcome'], update: found.update };
}

async function servedInStatus(client: StackClient, stack: StackId, token: string): Promise<ServedRequest | undefined> {
  try {
    const { reconcileRequests } = await client.status(stack);
    const found = reconcileRequests.findLast((request) => request.token === token);
    if (found?.outcome === undefined || found.update === undefined) return undefined;
    return { outcome: found.outcome, update: found.update };
  } catch (error) {
    if (error instanceof NoWorkerError) return undefined; // the memo will tell, once a worker is back
    throw error;
  }
}

/** Pauses between two looks; rejects with the reason of the signal when that ends it. */
export async function pause({ everyMs = EVERY_MS, signal }: Pick<WaitOptions, 'everyMs' | 'signal'>): Promise<void> {
  try {
    await delay(everyMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function lateText({ phase, reason, memo }: StackDescription): string {
  if (reason === '') return 'no decision was taken yet';
  const message = memo?.phase === phase ? `: ${memo.message}` : '';
  return `it is ${phase} (${reason})${message}`;
}
