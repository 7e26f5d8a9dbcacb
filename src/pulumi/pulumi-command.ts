import type { PulumiCommand } from '@pulumi/pulumi/automation';
import * as errors from '@pulumi/pulumi/automation/errors';
import { CliError, type Cli, type CliExit } from './cli';

type CreateError = (result: CliExit & { toString(): string }) => Error;
// The SDK has it at run time and keeps it out of its types; a test looks that it stays.
const { createCommandError } = errors as unknown as { createCommandError: CreateError };

/**
 * The second face of the process runner: what the SDK takes for its own command. With it `LocalWorkspace` does the
 * rare things, in our environment and with our processes. It has no version, which only live events would need.
 */
export function createPulumiCommand(cli: Cli): PulumiCommand {
  return {
    command: cli.binary,
    version: null,
    async run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
      const exit = await cli.run(args, { cwd, env });
      if (exit.code === 0) return exit;
      throw createCommandError({ ...exit, toString: () => new CliError(exit).message });
    },
  } as unknown as PulumiCommand; // its class can be made by the SDK alone; it asks for no more than this
}

/** How the CLI ended, from an error of ours or of the SDK; undefined for other errors. */
export function exitOfError(error: unknown): CliExit | undefined {
  if (error instanceof CliError) return error.exit;
  if (!(error instanceof errors.CommandError)) return undefined;
  const { stderr, stdout, ...exit } = (error as unknown as { commandResult: CliExit }).commandResult;
  return { ...exit, stdout, stderr };
}

/** Whether the SDK or the CLI says that there is no such stack. */
export function isMissingStack(error: unknown): boolean {
  return error instanceof errors.StackNotFoundError || exitOfError(error)?.code === MISSING_STACK;
}

/** Exit code of every command on a stack that does not exist. */
export const MISSING_STACK = 6;
