import type { Command } from 'commander';
import { EXIT } from '../exit-error';
import { historyTable } from '../print/history-table';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `history NAME`: the last ten updates. */
export function registerHistory(program: Command, run: RunVerb): void {
  program
    .command('history <name>')
    .description('the last ten updates, newest last')
    .addHelpText('after', examples(['history network', 'what ran, why, and how it ended']))
    .action(run(history));
}

async function history(session: Session, name: string): Promise<number> {
  const stack = session.stack(name);
  const { output } = session.globals;
  const { history: updates } = await (await session.client()).status(stack);
  if (output === 'json' || output === 'yaml') session.print(dataText({ items: updates }, output));
  else if (output === 'name') updates.forEach((update) => session.print(update.name));
  else if (updates.length === 0) session.note(`${stackName(stack)} has not finished an update yet`);
  else session.print(historyTable(updates, { now: session.now(), paint: session.paint, ...widthOf(session) }));
  return EXIT.good;
}

/** `-o wide` knows no bounds. */
function widthOf({ globals, io }: Session): { readonly width?: number } {
  return globals.output === 'wide' ? {} : { width: io.columns };
}
