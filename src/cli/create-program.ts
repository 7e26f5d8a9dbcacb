import { Command } from 'commander';
import { version } from '../../package.json';
import { registerApply } from './commands/apply';
import { registerCancel } from './commands/cancel';
import { registerCheck } from './commands/check';
import { registerDelete } from './commands/delete';
import { registerDescribe } from './commands/describe';
import { registerDev } from './commands/dev';
import { registerEvents } from './commands/events';
import { registerExplain } from './commands/explain';
import { registerGet } from './commands/get';
import { registerHistory } from './commands/history';
import { registerLogs } from './commands/logs';
import { registerOutputs } from './commands/outputs';
import { registerPreview } from './commands/preview';
import { registerReconcile } from './commands/reconcile';
import { registerResume } from './commands/resume';
import { registerSuspend } from './commands/suspend';
import { registerWait } from './commands/wait';
import { registerWorker } from './commands/worker';
import { addGlobals } from './globals';
import type { CliIo } from './io';
import { createRunVerb } from './run-verb';
import type { CliParts } from './session';

/** In the order of help: the engine, then what people do from day to day. */
const VERBS = [
  ...[registerDev, registerWorker, registerApply, registerGet, registerDescribe, registerExplain],
  ...[registerReconcile, registerSuspend, registerResume, registerCancel, registerPreview],
  ...[registerHistory, registerEvents, registerLogs, registerOutputs, registerWait, registerDelete, registerCheck],
];

const EXIT_CODES = `
Exit codes: 0 good · 1 the run failed, or not found · 2 usage, invalid manifest
3 refused · 4 timed out while waiting · 5 changes or drift found`;

/** The command line, with all verbs; `done` is told the exit code of the one that ran. */
export function createProgram(io: CliIo, parts: CliParts, done: (code: number) => void): Command {
  const program = new Command('stackctl')
    .description('Keeps Pulumi stacks as they were declared, one durable workflow per stack.')
    .version(version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(stackctl --help lists the verbs; stackctl VERB --help shows how one is used)')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true });
  addGlobals(program).addHelpText('after', EXIT_CODES);
  const run = createRunVerb(program, io, parts, done);
  for (const register of VERBS) register(program, run);
  return program;
}
