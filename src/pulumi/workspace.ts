import type { LocalWorkspace } from '@pulumi/pulumi/automation';
import type { ClaimStore } from './claim';
import { parseOwner } from './claim';
import { createPulumiCommand, isMissingStack } from './pulumi-command';
import type { RunContext } from './run-context';

type Context = Pick<RunContext, 'cli' | 'bareDir' | 'stack'>;

const OWNER_TAG = 'stackwright:owner';

/** Removes a stack that has no resources, with its history; one that does not exist is removed already. */
export async function removeStack(context: Context): Promise<void> {
  const workspace = await openWorkspace(context);
  try {
    await workspace.removeStack(context.stack);
  } catch (error) {
    if (!isMissingStack(error)) throw error;
  }
}

/** A claim as a tag of the stack, for backends without files. Tags know no "only if": of two at once the later wins. */
export function createTagClaims(context: Context): ClaimStore {
  return {
    async read() {
      const tags = await (await openWorkspace(context)).listTags(context.stack);
      const text = tags[OWNER_TAG];
      return text === undefined ? undefined : parseOwner(text);
    },
    async replace(_before, owner) {
      await (await openWorkspace(context)).setTag(context.stack, OWNER_TAG, JSON.stringify(owner));
      return true;
    },
    async remove() {
      await (await openWorkspace(context)).removeTag(context.stack, OWNER_TAG);
    },
  };
}

/** The SDK's workspace over our own process runner; loaded late, for it costs a third of a second and 80 MB. */
async function openWorkspace({ cli, bareDir }: Context): Promise<LocalWorkspace> {
  const automation = await import('@pulumi/pulumi/automation/index.js');
  return automation.LocalWorkspace.create({ workDir: bareDir, pulumiCommand: createPulumiCommand(cli) });
}
