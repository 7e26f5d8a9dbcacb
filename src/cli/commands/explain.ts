import type { Command } from 'commander';
import { EXIT } from '../exit-error';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `explain NAME`: one sentence. */
export function registerExplain(program: Command, run: RunVerb): void {
  program
    .command('explain <name>')
    .description('say why it runs, waits or idles, and what would change that')
    .addHelpText('after', examples(['explain network', 'one sentence']))
    .action(run(explain));
}

async function explain(session: Session, name: string): Promise<number> {
  const stack = session.stack(name);
  const { output } = session.globals;
  const explanation = await (await session.client()).explain(stack);
  if (output === 'json' || output === 'yaml') session.print(dataText(explanation, output));
  else session.print(output === 'name' ? stackName(stack) : explanation.sentence);
  return EXIT.good;
}
