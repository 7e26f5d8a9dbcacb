import type { StackClient } from '../../client';
import type { Store } from '../../store';
import { applyStack, type AppliedStack, type ApplyOptions } from './apply-stack';
import type { ApplyPlan } from './plan-apply';
import { storeObject } from './store-object';

/** Where the documents of a plan go. */
export interface ApplyTarget {
  readonly client: StackClient;
  /** Undefined: there is none, and the plan has nothing for one. */
  readonly store: Store | undefined;
  /** Told each line as it is known. */
  readonly say: (line: string) => void;
}

export type AppliedManifest = readonly AppliedStack[];

/** Carries a plan out: objects first, since Stacks refer to them. */
export async function applyManifest(
  plan: ApplyPlan,
  target: ApplyTarget,
  options: ApplyOptions,
): Promise<AppliedManifest> {
  const { store, client, say } = target;
  if (store !== undefined) for (const object of plan.objects) say(await storeObject(store, object));
  const applied: AppliedStack[] = [];
  for (const stack of plan.stacks) {
    const result = await applyStack(client, stack, options);
    say(lineOf(result));
    applied.push(result);
  }
  return applied;
}

function lineOf({ id, result, generation }: AppliedStack): string {
  const name = `stack/${id.namespace}/${id.name}`;
  if (result === 'sent') return `${name} sent: no worker has taken it yet`;
  return `${name} ${result}${result === 'applied' && generation !== undefined ? ` (generation ${generation})` : ''}`;
}
