import { InvalidArgumentError, type Command } from 'commander';
import type { StackDescription, WaitOptions } from '../../client';
import type { StackId } from '../../stack/stack-id';
import { EXIT } from '../exit-error';
import { loadClient } from '../lazy-modules';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

type Goal = { readonly type: 'ready' | 'idle' } | { readonly type: 'served'; readonly token: string };

const IDLE_PHASES: readonly string[] = ['Ready', 'Stalled', 'Suspended'];

/** `wait NAME --for …`: like `kubectl wait`. */
export function registerWait(program: Command, run: RunVerb): void {
  program
    .command('wait <name>')
    .description('wait until a Stack is ready or idle, or has served a request')
    .requiredOption('--for <goal>', 'ready, idle, or served=TOKEN', parseGoal)
    .addHelpText(
      'after',
      examples(
        ['wait network --for ready --timeout 10m', 'ends with 4 when it is not Ready within ten minutes'],
        ['wait network --for idle', 'nothing runs and nothing is about to'],
        ['wait network --for served=deploy-42', 'ends with 1 when that run failed'],
      ),
    )
    .action(run(wait));
}

async function wait(session: Session, name: string, { for: goal }: { readonly for: Goal }): Promise<number> {
  const stack = session.stack(name);
  const text = await session.wait('stopped waiting', (options) => waitForGoal(session, { stack, goal }, options));
  session.print(`${stackName(stack)} ${text.message}`);
  return text.code;
}

interface Wanted {
  readonly stack: StackId;
  readonly goal: Goal;
}

async function waitForGoal(session: Session, { stack, goal }: Wanted, options: WaitOptions) {
  const client = await session.client();
  if (goal.type === 'served') {
    const { outcome, update } = await loadClient().waitUntilServed(client, stack, goal.token, options);
    const code = outcome === 'succeeded' ? EXIT.good : EXIT.failed;
    return { message: `served ${goal.token}: ${update} ${outcome}`, code };
  }
  const isReached = goal.type === 'ready' ? isReady : isIdle;
  const judge = (seen: StackDescription) => isReached(seen) || undefined;
  await loadClient().waitFor(client, stack, judge, options);
  return { message: `is ${goal.type}`, code: EXIT.good };
}

function isReady({ ready, phase }: StackDescription): boolean {
  return ready && phase === 'Ready';
}

/** A suspended Stack may still finish what runs. */
function isIdle({ phase, operation }: StackDescription): boolean {
  return operation === undefined && IDLE_PHASES.includes(phase);
}

function parseGoal(text: string): Goal {
  if (text === 'ready' || text === 'idle') return { type: text };
  const token = /^served=(.+)$/s.exec(text)?.[1];
  if (token !== undefined) return { type: 'served', token };
  throw new InvalidArgumentError('Give ready, idle, or served=TOKEN.');
}
