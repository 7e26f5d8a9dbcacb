import type { Command } from 'commander';
import { defined } from '../../stack/defined';
import { EXIT } from '../exit-error';
import { loadClient } from '../lazy-modules';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

interface Options {
  readonly wait?: boolean;
  readonly orphan?: boolean;
}

/** `delete NAME`: destroys if the spec says so, then the Stack is gone. */
export function registerDelete(program: Command, run: RunVerb): void {
  program
    .command('delete <name>')
    .description('end a Stack; its resources are destroyed when its spec says destroyOnFinalize')
    .option('--wait', 'wait until it is gone')
    .option('--orphan', 'leave the resources alone, whatever the spec says')
    .addHelpText(
      'after',
      examples(
        ['delete network --wait', 'returns when everything is gone'],
        ['delete network --orphan', 'forget the Stack and keep its resources'],
      ),
    )
    .action(run(remove));
}

async function remove(session: Session, name: string, { wait, orphan }: Options): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  await client.describe(stack);
  await client.delete(stack, defined({ orphan, by: session.user() }));
  if (wait !== true) {
    session.print(`${stackName(stack)}: deletion requested`);
    return EXIT.good;
  }
  const goesOn = `the deletion goes on: see stackctl describe ${stack.namespace}/${stack.name}`;
  await session.wait(goesOn, (options) => loadClient().waitUntilGone(client, stack, options));
  session.print(`${stackName(stack)} deleted`);
  return EXIT.good;
}
