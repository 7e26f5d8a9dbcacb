import type { Command } from 'commander';
import { readGlobals } from './globals';
import type { CliIo } from './io';
import { Session, type CliParts } from './session';

/** Makes a commander action of a verb; the verb answers with the exit code. */
export type RunVerb = <A extends readonly unknown[]>(
  verb: (session: Session, ...args: A) => Promise<number>,
) => (...args: A) => Promise<void>;

/** Gives each verb a session of its own, and closes it whatever happens. */
export function createRunVerb(program: Command, io: CliIo, parts: CliParts, done: (code: number) => void): RunVerb {
  return (verb) =>
    async (...args) => {
      const session = new Session(io, readGlobals(program), parts);
      try {
        done(await verb(session, ...args));
      } finally {
        await session.close();
      }
    };
}
