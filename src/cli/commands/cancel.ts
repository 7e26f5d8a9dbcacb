import type { Command } from 'commander';
import { defined } from '../../stack/defined';
import { EXIT } from '../exit-error';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `cancel NAME`: interrupts the operation in hand gracefully (K2). */
export function registerCancel(program: Command, run: RunVerb): void {
  program
    .command('cancel <name>')
    .description('interrupt the running operation gracefully')
    .option('--reason <text>', 'why, for whoever looks')
    .addHelpText('after', examples(['cancel network', 'Pulumi saves its state and lets go of its lock']))
    .action(run(cancel));
}

async function cancel(session: Session, name: string, { reason }: { readonly reason?: string }): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  const { operation } = await client.describe(stack);
  if (operation === undefined) {
    session.print(`${stackName(stack)}: nothing to cancel, no operation is in hand`);
    return EXIT.good;
  }
  await client.cancel(stack, defined({ reason, by: session.user() }));
  session.print(`${stackName(stack)}: cancel requested`);
  return EXIT.good;
}
