import { mustRun, type CliExit } from './cli';
import { createStack } from './create-stack';
import { parseLocks } from './lock';
import { MISSING_STACK } from './pulumi-command';
import type { RunContext } from './run-context';
import { isOwnDeadLock, sweepDeadRuns } from './run-records';
import { forgetCiphertexts } from './seal-secrets';

/** Mends what kept the CLI from starting; answers whether another go makes sense. */
export type Remedy = (context: RunContext, exit: CliExit) => Promise<boolean>;

/** Each is tried once in an attempt. */
export const remedies: readonly Remedy[] = [createMissingStack, clearOwnDeadLocks, renewCiphertexts];

async function createMissingStack(context: RunContext, exit: CliExit): Promise<boolean> {
  if (exit.code !== MISSING_STACK || context.run.request.operation === 'destroy') return false;
  await createStack(context);
  return true;
}

/** `pulumi cancel` deletes every lock and stops nobody: so all of them must be ours, and their holders dead. */
async function clearOwnDeadLocks(context: RunContext, exit: CliExit): Promise<boolean> {
  const locks = parseLocks(exit.stderr);
  const records = await context.records.read();
  const ours = locks.length > 0 && locks.every((lock) => isOwnDeadLock(lock, records, context.settings.host));
  if (!ours) return false;
  await sweepDeadRuns(records);
  context.log.write('the lock is that of an earlier run of ours, whose process is dead: removing it\n');
  await mustRun(context.cli, ['cancel', '--yes', `--stack=${context.stack}`], { cwd: context.bareDir });
  return true;
}

/** The stack's key changed, so that what we encrypted before cannot be read any more. */
async function renewCiphertexts(context: RunContext, exit: CliExit): Promise<boolean> {
  if (!exit.stderr.includes('message authentication failed')) return false;
  await forgetCiphertexts(context.memoryDir);
  return true;
}
