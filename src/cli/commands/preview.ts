import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { defined } from '../../stack/defined';
import { EXIT } from '../exit-error';
import { countsText, hasChanges } from '../print/counts';
import { dataText } from '../print/objects';
import { readServed } from '../print/served';
import { requestRun } from '../request-run';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `preview NAME`: runs a preview now and counts what it would change. */
export function registerPreview(program: Command, run: RunVerb): void {
  program
    .command('preview <name>')
    .description('run a preview now; ends with 5 when it would change something')
    .addHelpText('after', examples(['preview network', 'counts of what an update would do']))
    .action(run(preview));
}

async function preview(session: Session, name: string): Promise<number> {
  const stack = session.stack(name);
  const message = {
    token: `preview-${randomUUID()}`,
    operation: 'preview' as const,
    ...defined({ by: session.user() }),
  };
  const { served } = await requestRun(session, stack, { message, wait: true });
  if (served === undefined) return EXIT.good;
  const { changes, message: why = '' } = await readServed(await session.client(), stack, served);
  const { output } = session.globals;
  if (output === 'json' || output === 'yaml') session.print(dataText({ ...served, changes }, output));
  else {
    const detail = served.outcome === 'succeeded' ? countsText(changes) : `${served.outcome}: ${why}`;
    session.print(`${stackName(stack)}: preview ${served.update}: ${detail}`);
  }
  if (served.outcome !== 'succeeded') return EXIT.failed;
  return hasChanges(changes) ? EXIT.changes : EXIT.good;
}
