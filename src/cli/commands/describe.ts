import type { Command } from 'commander';
import { EXIT } from '../exit-error';
import { describeStack } from '../print/description';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `describe NAME`: everything, for people. */
export function registerDescribe(program: Command, run: RunVerb): void {
  program
    .command('describe <name>')
    .description('everything about one Stack, for people')
    .addHelpText('after', examples(['describe network', 'what it is, does and did']))
    .action(run(describe));
}

async function describe(session: Session, name: string): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  const { output } = session.globals;
  const seen = await client.describe(stack);
  const [status, spec, explanation] = await Promise.all([
    client.status(stack),
    client.spec(stack),
    client.explain(stack),
  ]);
  if (output === 'json' || output === 'yaml') {
    const { operation = null } = seen;
    session.print(dataText({ metadata: stack, spec: spec ?? null, status, explanation, operation }, output));
  } else if (output === 'name') {
    session.print(stackName(stack));
  } else {
    const events = await client.events(stack);
    const about = { seen, status, spec, explanation, events };
    session.print(describeStack(about, { now: session.now(), paint: session.paint, width: session.io.columns }));
  }
  return EXIT.good;
}
