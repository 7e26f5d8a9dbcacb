import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/** A Pulumi YAML program as its document has it; Pulumi judges it. */
export type ProgramBody = Readonly<Record<string, unknown>>;

/** The Pulumi.yaml of a Program document; the project is named for the document. */
export function renderProgram(name: string, program: ProgramBody): string {
  // Quoted, since the CLI's YAML takes more plain texts for numbers, dates and truth values than ours does.
  return stringify(
    { ...program, name, runtime: 'yaml' },
    { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE', lineWidth: 0, aliasDuplicateObjects: false },
  );
}

/** The revision of a Program: it changes with its text and with nothing else. */
export function programRevision(name: string, program: ProgramBody): string {
  return `program@sha256:${createHash('sha256').update(renderProgram(name, program)).digest('hex')}`;
}
