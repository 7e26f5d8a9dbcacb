import type { Command } from 'commander';
import type { StackClient } from '../../client';
import type { StackId } from '../../stack/stack-id';
import { EXIT } from '../exit-error';
import { dataText } from '../print/objects';
import { outputLines, valueLines } from '../print/outputs';
import { readPlainOutputs } from '../read-plain-outputs';
import type { RunVerb } from '../run-verb';
import { stackName, type Session } from '../session';
import { examples } from './examples';

/** `outputs NAME`: masked from the status, or in plain from the backend (E3). */
export function registerOutputs(program: Command, run: RunVerb): void {
  program
    .command('outputs <name>')
    .description('the outputs of the last good run')
    .option('--show-secrets', 'read the secret ones too, from the backend')
    .addHelpText(
      'after',
      examples(
        ['outputs network', 'secret values are shown as [secret]'],
        ['outputs network --show-secrets -o json', 'in plain; needs the engine of this machine'],
      ),
    )
    .action(run(outputs));
}

async function outputs(session: Session, name: string, options: { readonly showSecrets?: boolean }): Promise<number> {
  const stack = session.stack(name);
  const client = await session.client();
  if (options.showSecrets === true) show(session, await plainOutputs(session, client, stack));
  else await showMasked(session, client, stack);
  return EXIT.good;
}

async function plainOutputs(session: Session, client: StackClient, stack: StackId) {
  const [spec, { projectInfo }] = await Promise.all([client.spec(stack), client.status(stack)]);
  return readPlainOutputs({ stack, spec, project: projectInfo?.name, target: client.target, env: session.io.env });
}

async function showMasked(session: Session, client: StackClient, stack: StackId): Promise<void> {
  const status = await client.status(stack);
  const { output } = session.globals;
  if (status.outputs !== undefined) show(session, status.outputs);
  else if (output === 'json' || output === 'yaml') session.print(dataText({}, output));
  if (status.outputs !== undefined) return;
  const [stored] = outputLines(status);
  session.note(`${stackName(stack)}: ${stored ?? 'no outputs yet'}`);
}

function show(session: Session, values: Readonly<Record<string, unknown>>): void {
  const { output } = session.globals;
  if (output === 'json' || output === 'yaml') session.print(dataText(values, output));
  else if (output === 'name') Object.keys(values).forEach((name) => session.print(name));
  else valueLines(values).forEach((line) => session.print(line));
}
