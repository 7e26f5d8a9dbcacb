import type { Command } from 'commander';
import type { StackClient, StackSummary, WaitOptions } from '../../client';
import { EXIT, usageError } from '../exit-error';
import { loadClient } from '../lazy-modules';
import { dataText, type StackObject } from '../print/objects';
import { stackTable } from '../print/stack-table';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

interface Options {
  readonly watch?: boolean;
}

const AT_ONCE = 8;
const WATCH_EVERY_MS = 2_000;

/** `get [NAME…]`: a table from memo and search attributes, which wakes no workflow. */
export function registerGet(program: Command, run: RunVerb): void {
  program
    .command('get [name...]')
    .description('list Stacks, or show the ones that are named')
    .option('-w, --watch', 'go on until Ctrl-C, and show what changes')
    .addHelpText(
      'after',
      examples(
        ['get', 'Stacks of namespace default'],
        ['get -A -o wide', 'all Stacks, with messages'],
        ['get network -o json', 'spec and status of one'],
        ['get -w', 'as they change'],
      ),
    )
    .action(run(get));
}

async function get(session: Session, names: readonly string[], { watch: goOn }: Options): Promise<number> {
  const { output, allNamespaces } = session.globals;
  if (allNamespaces && names.length > 0) throw usageError('give names or --all-namespaces, not both');
  const isData = output === 'json' || output === 'yaml';
  if (goOn === true && isData) throw usageError(`--watch shows tables and names, not ${output}`);
  const client = await session.client();
  if (goOn === true) return session.follow((options) => watch(session, { client, names }, options));
  const found = await look(session, { client, names });
  if (isData) session.print(dataText(await objectsOf(client, found, names.length === 1), output));
  else show(session, found);
  return EXIT.good;
}

interface Wanted {
  readonly client: StackClient;
  readonly names: readonly string[];
}

async function look(session: Session, { client, names }: Wanted): Promise<readonly StackSummary[]> {
  const { allNamespaces, namespace } = session.globals;
  if (names.length === 0) return client.list(allNamespaces ? undefined : namespace);
  const ids = names.map((name) => session.stack(name));
  return Promise.all(ids.map((id) => client.describe(id)));
}

function show(session: Session, found: readonly StackSummary[]): void {
  const { output, allNamespaces, namespace } = session.globals;
  if (output === 'name') for (const { id } of found) session.print(stackName(id));
  else if (found.length > 0) session.print(tableOf(session, found));
  else session.note(allNamespaces ? 'there are no Stacks' : `there are no Stacks in namespace ${namespace}`);
}

function tableOf(session: Session, found: readonly StackSummary[]): string {
  const { io, globals, paint } = session;
  const wide = globals.output === 'wide';
  const look = { now: session.now(), paint, ...(wide ? {} : { width: io.columns }) };
  return stackTable(found, { ...look, wide, namespaces: globals.allNamespaces });
}

/** A table that is drawn again on a terminal; elsewhere the lines of what changed. */
async function watch(session: Session, wanted: Wanted, options: WaitOptions): Promise<never> {
  const live = session.globals.output === 'name' ? undefined : session.io.redraw('stdout');
  const marks = new Map<string, string>();
  for (;;) {
    const found = await look(session, wanted);
    if (live !== undefined) live.draw(tableOf(session, found));
    else showChanged(session, found, marks);
    await loadClient().pause({ everyMs: WATCH_EVERY_MS, ...options });
  }
}

function showChanged(session: Session, found: readonly StackSummary[], marks: Map<string, string>): void {
  const changed = found.filter((stack) => marks.get(stackName(stack.id)) !== shownOf(stack));
  const isFirst = marks.size === 0;
  for (const stack of changed) marks.set(stackName(stack.id), shownOf(stack));
  if (changed.length === 0) return;
  if (session.globals.output === 'name' || isFirst) show(session, changed);
  else session.print(tableOf(session, changed).split('\n').slice(1).join('\n'));
}

function shownOf({ phase, ready, reason, memo }: StackSummary): string {
  return JSON.stringify([phase, ready, reason, memo?.lastUpdate]);
}

async function objectsOf(client: StackClient, found: readonly StackSummary[], one: boolean): Promise<unknown> {
  const items: StackObject[] = [];
  for (let from = 0; from < found.length; from += AT_ONCE) {
    items.push(...(await Promise.all(found.slice(from, from + AT_ONCE).map((each) => objectOf(client, each)))));
  }
  return one ? items[0] : { items };
}

async function objectOf(client: StackClient, { id }: StackSummary): Promise<StackObject> {
  const [spec, status] = await Promise.all([client.spec(id), client.status(id)]);
  return { metadata: id, spec: spec ?? null, status };
}
