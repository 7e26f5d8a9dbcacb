import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { StallError } from '../stack/failure';
import { fileBackendDirectory } from './claim';
import { CliError } from './cli';
import type { RunContext } from './run-context';

const STATE_SUFFIXES = ['.json', '.json.gz', '.json.zst'];
const ALREADY_THERE = 'already exists';

/** Creates the stack in its backend, unless the spec forbids it. One that is there by now is as good. */
export async function createStack(context: RunContext): Promise<void> {
  const { spec } = context.run.request;
  if (spec.useLocalStackOnly) {
    throw new StallError(
      `the Pulumi stack ${context.stack} does not exist, and useLocalStackOnly forbids to create it`,
      'config',
    );
  }
  context.log.write(`creating the stack ${context.stack}\n`);
  const provider = spec.secretsProvider === undefined ? [] : [`--secrets-provider=${spec.secretsProvider}`];
  // It writes a stack file beside Pulumi.yaml: not into the program's directory.
  const exit = await context.cli.run(['stack', 'init', context.stack, '--no-select', ...provider], {
    cwd: context.bareDir,
  });
  if (exit.code !== 0 && !exit.stderr.includes(ALREADY_THERE)) throw new CliError(exit);
}

/** Whether a look into a `file://` backend tells that the stack does not exist: it saves asking the CLI. */
export async function isKnownMissing({ run, project, stack }: RunContext): Promise<boolean> {
  const directory = fileBackendDirectory(run.backendUrl);
  const [name] = stack.split('/').slice(-1);
  if (directory === undefined || name === undefined) return false;
  const path = join(directory, '.pulumi', 'stacks', project.name, name);
  const there = await Promise.all(
    STATE_SUFFIXES.map((suffix) =>
      access(path + suffix).then(
        () => true,
        () => false,
      ),
    ),
  );
  return !there.includes(true);
}
