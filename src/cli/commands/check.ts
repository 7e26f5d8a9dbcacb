import type { Command } from 'commander';
import { EXIT } from '../exit-error';
import { checkServer, type CheckLine } from '../check-server';
import { checkTools } from '../check-tools';
import { dataText } from '../print/objects';
import type { RunVerb } from '../run-verb';
import type { Session } from '../session';
import { examples } from './examples';

/** `check`: what is there and what is missing, each with what to do about it. */
export function registerCheck(program: Command, run: RunVerb): void {
  program
    .command('check')
    .description('look at server, search attributes, workers and tools; ends with 1 when something is wrong')
    .addHelpText('after', examples(['check', 'what is missing, and what to do about it']))
    .action(run(check));
}

async function check(session: Session): Promise<number> {
  const lines = [...(await checkServer(session)), ...(await checkTools(session.io.env))];
  const { output } = session.globals;
  if (output === 'json' || output === 'yaml') session.print(dataText({ items: lines }, output));
  else lines.forEach((line) => session.print(lineText(session, line)));
  return lines.some(({ ok }) => !ok) ? EXIT.failed : EXIT.good;
}

function lineText({ paint }: Session, { ok, what, detail, cure }: CheckLine): string {
  const mark = ok ? paint.good('ok      ') : paint.bad('problem ');
  return `${mark} ${what}: ${detail}${cure === undefined ? '' : `\n         ${cure}`}`;
}
