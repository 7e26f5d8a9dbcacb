import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import type { StackClient, WaitOptions } from '../../client';
import type { StackId } from '../../stack/stack-id';
import { createLogStore, type LogStore } from '../../store';
import { EXIT, ExitError } from '../exit-error';
import { loadClient } from '../lazy-modules';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

interface Options {
  readonly follow?: boolean;
  readonly update?: number;
}

/** Only who prunes needs to know how many are kept. */
const KEEP = Number.MAX_SAFE_INTEGER;

/** `logs NAME`: Pulumi's own output, masked by who wrote it. */
export function registerLogs(program: Command, run: RunVerb): void {
  program
    .command('logs <name>')
    .description("Pulumi's own output, of the newest update")
    .option('-f, --follow', 'go on until Ctrl-C, with the updates that follow')
    .option('--update <number>', 'of that update: 7 is network-7', parseNumber)
    .addHelpText(
      'after',
      examples(
        ['logs network', 'of the newest update'],
        ['logs network --update 7', 'of network-7'],
        ['logs network -f', 'as it is written'],
      ),
    )
    .action(run(logs));
}

async function logs(session: Session, name: string, { follow, update }: Options): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  const { stateDir } = client.target.engine ?? {};
  if (stateDir === undefined) throw await elsewhere(client, stack);
  const wanted = update === undefined ? undefined : `${stack.name}-${update}`;
  const printer = new LogPrinter(session, createLogStore(join(stateDir, 'logs'), KEEP), { stack, wanted });
  if (follow === true) return session.follow((options) => printer.follow(options));
  if (await printer.printNew()) return EXIT.good;
  await client.describe(stack);
  throw new ExitError(`there is no log of ${wanted ?? stackName(stack)}`, EXIT.failed);
}

interface Wanted {
  readonly stack: StackId;
  /** Name of the update; undefined: the newest one. */
  readonly wanted: string | undefined;
}

/** Prints what was added since the last look, with a heading where another attempt begins. */
class LogPrinter {
  private readonly printed = new Map<string, number>();
  private heading = '';

  constructor(
    private readonly session: Session,
    private readonly logs: LogStore,
    private readonly of: Wanted,
  ) {}

  /** Answers whether there is a log at all. */
  async printNew(): Promise<boolean> {
    const updates = await this.logs.updates(this.of.stack);
    const { wanted } = this.of;
    const chosen = wanted === undefined ? updates.slice(-1) : updates.filter(({ update }) => update === wanted);
    for (const { update, attempts } of chosen) {
      for (const attempt of attempts) await this.printAttempt(update, attempt, attempts.length > 1);
    }
    return chosen.some(({ attempts }) => attempts.length > 0);
  }

  async follow(options: WaitOptions): Promise<never> {
    for (;;) {
      await this.printNew();
      await loadClient().pause(options);
    }
  }

  private async printAttempt(update: string, attempt: number, isOneOfMany: boolean): Promise<void> {
    const path = this.logs.path(this.of.stack, update, attempt);
    for (;;) {
      const from = this.printed.get(path) ?? 0;
      const part = await this.logs.read(path, from);
      if (part === undefined || part.text === '') return;
      this.head(`${update}, attempt ${attempt}`, isOneOfMany);
      this.session.io.stdout.write(part.text);
      this.printed.set(path, part.next);
    }
  }

  /** One attempt alone needs no heading. */
  private head(text: string, isOneOfMany: boolean): void {
    if (text === this.heading) return;
    if (isOneOfMany || this.heading !== '') this.session.note(`==> ${text} <==`);
    this.heading = text;
  }
}

async function elsewhere(client: StackClient, stack: StackId): Promise<ExitError> {
  const { operation } = await client.describe(stack);
  const host = operation?.host ?? (await client.lastHost(stack));
  const where = host ?? 'the machine of the worker that ran it';
  const text = `${stackName(stack)}: logs lie on ${where}, in the state directory of its worker`;
  return new ExitError(text, EXIT.failed);
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give the number of the update: 7 for network-7.');
}
