import { CommanderError } from 'commander';
import { createProgram } from './create-program';
import { EXIT, ExitError } from './exit-error';
import type { CliIo } from './io';
import { Interrupted, PARTS, type CliParts } from './session';
import { SWITCHES } from './read-settings';

/** Errors whose message is meant for people as it is. */
const TOLD = ['ConnectionError', 'NotFoundError', 'NoWorkerError', 'SearchAttributesError', 'StallError', 'WaitError'];

/** Runs one command line (without `node stackctl`), and answers with the exit code. Never rejects. */
export async function runStackctl(argv: readonly string[], io: CliIo, parts: CliParts = PARTS): Promise<number> {
  let code: number = EXIT.good;
  try {
    const program = createProgram(io, parts, (given) => (code = given));
    await program.parseAsync(spellSwitches(argv), { from: 'user' });
    return code;
  } catch (error) {
    return report(error, io);
  }
}

/** `--wait=false` is `--no-wait`: commander takes values of switches from neither `=` nor the next word. */
function spellSwitches(argv: readonly string[]): string[] {
  return argv.map((word) => {
    const [, flag = '', value] = /^(--[a-z-]+)=(true|false)$/.exec(word) ?? [];
    if (value === undefined || (flag !== '--wait' && !SWITCHES.includes(flag))) return word;
    return value === 'true' ? flag : flag.replace('--', '--no-');
  });
}

function report(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) return codeOf(error); // its text was written already
  const say = (text: string): unknown => io.stderr.write(`${text}\n`);
  if (error instanceof Interrupted) {
    say(error.message);
    return EXIT.interrupted;
  }
  if (error instanceof ExitError) {
    say(`error: ${error.message}`);
    return error.exitCode;
  }
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (name === 'WaitTimeoutError') {
    say(`timed out: ${message}`);
    return EXIT.timedOut;
  }
  say(`error: ${TOLD.includes(name) ? message : (message.split('\n', 1)[0] ?? '')}`);
  return EXIT.failed;
}

/** Help that was asked for is good; help because something is missing is not. */
function codeOf({ code }: CommanderError): number {
  return code === 'commander.helpDisplayed' || code === 'commander.version' ? EXIT.good : EXIT.usage;
}
