import type { Command } from 'commander';
import type { StackClient, WaitOptions } from '../../client';
import type { StackId } from '../../stack/stack-id';
import type { KubeEvent } from '../../stack/status';
import { EXIT } from '../exit-error';
import { loadClient } from '../lazy-modules';
import { eventLine, eventTable } from '../print/event-table';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `events NAME`: what happened, as a cluster would tell it. */
export function registerEvents(program: Command, run: RunVerb): void {
  program
    .command('events <name>')
    .description('the last 50 events, newest last')
    .option('-w, --watch', 'go on with new ones until Ctrl-C')
    .addHelpText(
      'after',
      examples(['events network', 'what happened'], ['events network -w', 'and what happens from now on']),
    )
    .action(run(events));
}

async function events(session: Session, name: string, { watch: goOn }: { readonly watch?: boolean }): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  const { output } = session.globals;
  const known = await client.events(stack);
  if (output === 'json' || output === 'yaml') session.print(dataText({ items: known }, output));
  else if (known.length > 0)
    session.print(eventTable(known, { now: session.now(), paint: session.paint, width: session.io.columns }));
  else session.note(`${stackName(stack)} has no events yet`);
  if (goOn !== true) return EXIT.good;
  return session.follow((options) => watch(session, { client, stack, known }, options));
}

interface Watched {
  readonly client: StackClient;
  readonly stack: StackId;
  readonly known: readonly KubeEvent[];
}

/** Asks the workflow only when something has happened in it. */
async function watch(session: Session, { client, stack, known }: Watched, options: WaitOptions): Promise<never> {
  let seen = new Set(known.map(keyOf));
  let mark = (await client.describe(stack)).mark;
  return loadClient().waitFor<never>(
    client,
    stack,
    async (now) => {
      if (now.mark === mark) return undefined;
      mark = now.mark;
      const all = await client.events(stack);
      for (const event of all.filter((one) => !seen.has(keyOf(one)))) session.print(eventLine(event, session.paint));
      seen = new Set(all.map(keyOf));
      return undefined;
    },
    options,
  );
}

function keyOf({ at, reason, note }: KubeEvent): string {
  return `${at} ${reason} ${note}`;
}
