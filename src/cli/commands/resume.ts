import type { Command } from 'commander';
import type { StackClient } from '../../client';
import { defined } from '../../stack/defined';
import type { StackId } from '../../stack/stack-id';
import { EXIT, refusal } from '../exit-error';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `resume NAME`: lifts a suspension by signal, or tries again at once (K1). */
export function registerResume(program: Command, run: RunVerb): void {
  program
    .command('resume <name>')
    .description('lift a suspension, or try again at once after a failure')
    .addHelpText('after', examples(['resume network', 'lift its suspension and reconcile it']))
    .action(run(resume));
}

async function resume(session: Session, name: string): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  if (await specSuspends(client, stack)) {
    throw refusal(`${stackName(stack)}: spec.suspend is true; set it to false in the manifest and apply that`);
  }
  await client.resume(stack, defined({ by: session.user() }));
  session.print(`${stackName(stack)} resumed`);
  return EXIT.good;
}

/** Asked of the workflow only where it matters, so that a Stack in a backoff is resumed without a worker too. */
async function specSuspends(client: StackClient, stack: StackId): Promise<boolean> {
  const { suspended } = await client.describe(stack);
  return suspended && (await client.spec(stack))?.suspend === true;
}
