import { InvalidArgumentError, type Command } from 'commander';
import { parseDuration } from '../../stack/duration';
import { defined } from '../../stack/defined';
import { EXIT } from '../exit-error';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

interface Options {
  readonly reason?: string;
  readonly until?: string;
}

/** `suspend NAME`: what runs is finished, nothing new is started (K1). */
export function registerSuspend(program: Command, run: RunVerb): void {
  program
    .command('suspend <name>')
    .description('let what runs finish and start nothing new')
    .option('--reason <text>', 'why, for whoever looks')
    .option('--until <time>', 'resume by itself: after a duration (2h), or at a time (RFC 3339)', parseUntil)
    .addHelpText(
      'after',
      examples(
        ['suspend network --reason "change freeze"', 'until somebody resumes it'],
        ['suspend network --until 2h', 'for two hours'],
      ),
    )
    .action(run(suspend));
}

async function suspend(session: Session, name: string, { reason, until }: Options): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  await client.suspend(stack, defined({ reason, until, by: session.user() }));
  const end = until === undefined ? '' : ` until ${until}`;
  session.print(`${stackName(stack)} suspended${end}`);
  return EXIT.good;
}

function parseUntil(text: string): string {
  if (parseDuration(text) !== undefined || !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Give a duration such as 2h, or a time such as 2027-01-31T08:00:00Z.');
}
