import type { ServedRequest, StackClient } from '../../client';
import type { StackId } from '../../stack/stack-id';
import type { ChangeCounts } from '../../stack/operation';
import { countsText } from './counts';

/** How a served request ended, as far as the workflow still knows. */
export interface ServedDetails {
  readonly changes?: ChangeCounts;
  readonly message?: string;
}

/** Reads the update behind a served request; a first attempt that failed may still be tried again. */
export async function readServed(
  client: StackClient,
  stack: StackId,
  { update }: ServedRequest,
): Promise<ServedDetails> {
  const { history, lastUpdate } = await client.status(stack);
  return history.findLast(({ name }) => name === update) ?? (lastUpdate?.name === update ? lastUpdate : {});
}

/** One line: `network-7 succeeded: 2 create`. */
export async function servedText(client: StackClient, stack: StackId, served: ServedRequest): Promise<string> {
  const { changes, message } = await readServed(client, stack, served);
  const detail = served.outcome === 'succeeded' ? countsText(changes) : (message ?? '');
  return `${served.update} ${served.outcome}${detail === '' ? '' : `: ${detail}`}`;
}
