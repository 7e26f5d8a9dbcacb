import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { StackClient } from '../../client';
import { defined } from '../../stack/defined';
import type { StackSpec } from '../../stack/spec';
import type { StackId } from '../../stack/stack-id';
import type { ApplyMessage } from '../../../workflows/messages';
import type { PlannedStack } from './plan-apply';

/** What became of an applied Stack, as far as it is known. */
export interface AppliedStack {
  readonly id: StackId;
  readonly result: 'created' | 'applied' | 'unchanged' | 'sent';
  /** Generation of the spec in force; undefined when the workflow has not told. */
  readonly generation?: number;
}

/** Who applies, and how patient they are. */
export interface ApplyOptions {
  readonly by?: string;
  /** Pause between two looks in milliseconds. */
  readonly everyMs?: number;
}

const ANNOTATIONS = { pulumi: 'pulumi.com/reconciliation-request', flux: 'reconcile.fluxcd.io/requestedAt' } as const;
const LOOKS = 25;
const LOOK_EVERY_MS = 200;

/**
 * Sends a Stack and looks whether its spec got another generation. Without a worker the message is kept by Temporal: that
 * is told as `sent`.
 */
export async function applyStack(
  client: StackClient,
  planned: PlannedStack,
  options: ApplyOptions,
): Promise<AppliedStack> {
  const { id } = planned;
  const before = await lookAt(client, id);
  await client.apply(id, messageOf(planned, options.by));
  if (before === 'absent') return { id, result: 'created' };
  if (before === 'silent') return { id, result: 'sent' };
  for (let look = 0; look < LOOKS; look++) {
    const now = await lookAt(client, id);
    if (typeof now === 'object' && now.decidedAt !== before.decidedAt && isInForce(now.spec, planned.spec)) {
      const result = now.generation === before.generation ? 'unchanged' : 'applied';
      return { id, result, generation: now.generation };
    }
    await delay(options.everyMs ?? LOOK_EVERY_MS);
  }
  return { id, result: 'applied' };
}

interface InForce {
  readonly spec: StackSpec | undefined;
  readonly generation: number;
  readonly decidedAt: string;
}

/** What the workflow knows: nothing when there is none, and no word when no worker answers. */
async function lookAt(client: StackClient, id: StackId): Promise<InForce | 'absent' | 'silent'> {
  try {
    const [spec, { observedGeneration: generation }, { decision }] = await Promise.all([
      client.spec(id),
      client.status(id),
      client.explain(id),
    ]);
    return { spec, generation, decidedAt: decision.at };
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundError') return 'absent';
    if (error instanceof Error && error.name === 'NoWorkerError') return 'silent';
    throw error;
  }
}

/** The worker may have raised the resync to its floor. */
function isInForce(now: StackSpec | undefined, sent: StackSpec): boolean {
  if (now === undefined || now.resyncFrequencySeconds < sent.resyncFrequencySeconds) return false;
  const raised = { ...sent, resyncFrequencySeconds: now.resyncFrequencySeconds };
  return isDeepStrictEqual(now, JSON.parse(JSON.stringify(raised)));
}

function messageOf({ document }: PlannedStack, by: string | undefined): ApplyMessage {
  const { spec, annotations } = document;
  const tokens = defined({ pulumi: annotations[ANNOTATIONS.pulumi], flux: annotations[ANNOTATIONS.flux] });
  return {
    spec,
    origin: 'direct',
    ...defined({ by }),
    ...(Object.keys(tokens).length === 0 ? {} : { tokens }),
  };
}
