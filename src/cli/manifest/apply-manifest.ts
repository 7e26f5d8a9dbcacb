import type { StackClient } from '../../client';
import { defined } from '../../stack/defined';
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
  const programs = store === undefined ? new Map<string, string>() : await storeObjects(plan, store, say);
  const applied: AppliedStack[] = [];
  for (const stack of plan.stacks) {
    const result = await applyStack(client, stack, options);
    say(lineOf(result));
    applied.push(result);
    const revision = programs.get(`${stack.id.namespace}/${stack.spec.programRef?.name ?? ''}`);
    if (revision === undefined || result.result !== 'unchanged') continue;
    await client.reconcile(stack.id, { token: `program-${revision}`.slice(0, 200), ...defined({ by: options.by }) });
    say(`stack/${stack.id.namespace}/${stack.id.name} asked to run: its program changed`);
  }
  return applied;
}

/** Stores the objects; answers with the Programs that changed, by `<namespace>/<name>`: a Stack's spec does not tell. */
async function storeObjects(plan: ApplyPlan, store: Store, say: (line: string) => void): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const object of plan.objects) {
    const { line, changedProgram } = await storeObject(store, object);
    say(line);
    if (changedProgram !== undefined) changed.set(changedProgram.key, changedProgram.revision);
  }
  return changed;
}

function lineOf({ id, result, generation }: AppliedStack): string {
  const name = `stack/${id.namespace}/${id.name}`;
  if (result === 'sent') return `${name} sent: no worker has taken it yet`;
  return `${name} ${result}${result === 'applied' && generation !== undefined ? ` (generation ${generation})` : ''}`;
}
