import { join } from 'node:path';
import type { Command } from 'commander';
import type { StackClient, StackDescription } from '../../client';
import { defined } from '../../stack/defined';
import { createStore, type Store } from '../../store';
import { EXIT, ExitError, refusal } from '../exit-error';
import { loadClient } from '../lazy-modules';
import { applyManifest, planApply, readManifest, type AppliedManifest, type ApplyPlan } from '../manifest';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

interface Options {
  readonly filename: readonly string[];
  readonly wait?: boolean;
}

/** `apply -f …`: sends Stacks, and stores what they refer to. */
export function registerApply(program: Command, run: RunVerb): void {
  program
    .command('apply')
    .description('send Stacks, and store the Programs, Secrets and ConfigMaps they refer to')
    .requiredOption('-f, --filename <path>', 'a file, a folder, or - for standard input; can be repeated', collect)
    .option('--wait', 'wait until every Stack is Ready; ends with 1 when one is Stalled')
    .addHelpText(
      'after',
      examples(
        ['apply -f network.yaml', 'one file'],
        ['apply -f stacks/ --wait --timeout 20m', 'all manifests of a folder, and wait for them'],
        ['apply -f -', 'what standard input has'],
      ),
    )
    .action(run(apply));
}

async function apply(session: Session, { filename: paths, wait }: Options): Promise<number> {
  const { io, globals } = session;
  const plan = planApply(await readManifest({ paths, cwd: io.cwd, stdin: io.stdin }), globals);
  if (plan.faults.length > 0) throw new ExitError(plan.faults.join('\nerror: '), EXIT.usage);
  plan.notes.forEach((note) => session.note(note));
  if (plan.stacks.length + plan.objects.length === 0) throw new ExitError('nothing to apply', EXIT.usage);
  const client = await session.client();
  const isData = globals.output === 'json' || globals.output === 'yaml';
  const say = (line: string): void => (isData ? session.note(line) : session.print(sayIn(session, line)));
  const store = plan.objects.length === 0 ? undefined : storeOf(client, plan);
  const { everyMs } = session;
  const applied = await applyManifest(plan, { client, store, say }, defined({ by: session.user(), everyMs }));
  if (wait === true) await waitForAll(session, client, applied);
  if (isData)
    session.print(dataText({ items: applied.map(({ id, ...rest }) => ({ metadata: id, ...rest })) }, globals.output));
  return EXIT.good;
}

/** `-o name` shows names alone. */
function sayIn({ globals }: Session, line: string): string {
  return globals.output === 'name' ? (line.split(' ', 1)[0] ?? line) : line;
}

function storeOf({ target }: StackClient, { objects }: ApplyPlan): Store {
  const { engine, address } = target;
  if (engine !== undefined) return createStore(join(engine.stateDir, 'store'));
  const kinds = [...new Set(objects.map(({ document }) => document.kind))].join(', ');
  throw refusal(
    `${kinds} documents lie in the state directory of an engine of this machine, and ${address} is none that stackctl dev started here: nothing was applied`,
  );
}

/** One after another: they run side by side all the same. */
async function waitForAll(session: Session, client: StackClient, applied: AppliedManifest): Promise<void> {
  for (const { id, result, generation = 1 } of applied) {
    const name = stackName(id);
    if (result === 'sent')
      throw new ExitError(`${name}: nothing to wait for before a worker has taken it`, EXIT.failed);
    const judge = (seen: StackDescription): string | undefined => verdictOf(seen, generation);
    const goesOn = `${name} was applied and goes on: see stackctl describe ${id.namespace}/${id.name}`;
    const verdict = await session.wait(goesOn, (options) => loadClient().waitFor(client, id, judge, options));
    if (verdict !== 'ready') throw new ExitError(`${name} ${verdict}`, EXIT.failed);
    session.note(`${name} is ready`);
  }
}

/** Undefined: not decided yet. What is said of an older generation does not count. */
function verdictOf({ phase, ready, memo }: StackDescription, generation: number): string | undefined {
  if (memo?.phase !== phase) return undefined;
  const isRefused = phase === 'Stalled' && memo.reason === 'SpecInvalid';
  if (memo.generation < generation && !isRefused) return undefined;
  if (phase === 'Ready' && ready) return 'ready';
  return phase === 'Stalled' || phase === 'Suspended' ? `is ${phase} (${memo.reason}): ${memo.message}` : undefined;
}

function collect(path: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), path];
}
