import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { defined } from '../../stack/defined';
import { EXIT } from '../exit-error';
import { requestRun } from '../request-run';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { servedText } from '../print/served';
import { examples } from './examples';

interface Options {
  readonly token?: string;
  readonly force?: boolean;
  readonly queue?: boolean;
  /** Undefined: wait, unless the Stack is suspended. */
  readonly wait?: boolean;
}

const TOKEN_BYTES = 256;

/** `reconcile NAME`: asks for one run and waits for its own token to be served (C5). */
export function registerReconcile(program: Command, run: RunVerb): void {
  program
    .command('reconcile <name>')
    .description('ask for a run now, and wait until it has ended')
    .option(
      '--token <text>',
      'identity of the request: the same one again does nothing (default: a random one)',
      parseToken,
    )
    .option('--force', 'skip windows and waits of preflights')
    .option('--queue', 'keep the request while the Stack is suspended')
    .option('--wait', 'wait until the request is served (default)')
    .option('--no-wait', 'return when the request is sent')
    .addHelpText(
      'after',
      examples(
        ['reconcile network', 'run it and wait; ends with 0 when the run succeeded, 1 when it failed'],
        ['reconcile network --token deploy-42 --wait=false', 'send the request deploy-42 and return'],
        ['reconcile network --queue', 'run it when it is resumed'],
      ),
    )
    .action(run(reconcile));
}

async function reconcile(session: Session, name: string, options: Options): Promise<number> {
  const stack = session.stack(name);
  const token = options.token ?? `stackctl-${randomUUID()}`;
  const message = { token, ...defined({ force: options.force, by: session.user() }) };
  const { served, suspended } = await requestRun(session, stack, { message, ...options });
  if (served === undefined) {
    const until = suspended ? '; it is suspended and runs when it is resumed' : '';
    session.print(`${stackName(stack)}: request ${token} sent${until}`);
    return EXIT.good;
  }
  session.print(`${stackName(stack)}: ${await servedText(await session.client(), stack, served)}`);
  return served.outcome === 'succeeded' ? EXIT.good : EXIT.failed;
}

function parseToken(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes > 0 && bytes <= TOKEN_BYTES) return text;
  throw new InvalidArgumentError(`A token has 1 to ${TOKEN_BYTES} bytes.`);
}
