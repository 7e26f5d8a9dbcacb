import { InvalidArgumentError, type Command } from 'commander';
import { findTool } from '../find-tool';
import { loadDev } from '../lazy-modules';
import type { RunVerb } from '../run-verb';
import type { Session } from '../session';
import { addSettings, readSettings } from '../read-settings';
import { examples } from './examples';

interface Options extends Readonly<Record<string, unknown>> {
  readonly apply?: readonly string[];
  readonly port: number;
  readonly uiPort: number;
  readonly once?: boolean;
}

const HIGHEST_PORT = 65_535;

/** `stackctl dev`: the embedded engine. */
export function registerDev(program: Command, run: RunVerb): void {
  addSettings(
    program
      .command('dev')
      .description('the embedded engine: Temporal server with Web UI, worker and file backend, in one directory')
      .option('--apply <path>', 'apply manifests when it is up; can be repeated', collect)
      .option('--port <port>', 'port of the Temporal server; 0 is any free one', parsePort, 7_233)
      .option('--ui-port <port>', 'port of the Web UI; 0 is any free one', parsePort, 8_233)
      .option('--once', 'end with 0 when all applied Stacks are Ready, with 1 when one is Stalled')
      .addHelpText(
        'after',
        examples(
          ['dev', 'an engine in .stackwright; Ctrl-C stops it, the next start goes on'],
          ['dev --apply examples/quickstart', 'and the Stacks of a folder'],
          ['dev --once --apply stacks/ --timeout 10m', 'for CI'],
        ),
      ),
    'dev',
  ).action(run(dev));
}

async function dev({ io, globals }: Session, options: Options): Promise<number> {
  const { env, cwd } = io;
  const settings = readSettings(options, { user: 'dev', env, cwd });
  const pulumi = await findTool('pulumi', env);
  const chosen = {
    stateDir: settings.stateDir,
    port: options.port,
    uiPort: options.uiPort,
    temporal: await findTool('temporal', env),
    worker: { ...settings, connection: {}, pulumi },
    apply: options.apply ?? [],
    choice: globals,
    once: options.once === true,
    timeoutMs: globals.timeoutMs,
    color: globals.color,
  };
  return loadDev().runDev(chosen, io);
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= HIGHEST_PORT) return Number(text);
  throw new InvalidArgumentError(`Give a port from 0 to ${HIGHEST_PORT}.`);
}

function collect(path: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), path];
}
