import type { FailureClass, Operation, OperationFailure } from '../stack/operation';
import { resourceName, type Diagnostic, type PolicyViolation } from './engine-events';
import { cliFailures, engineFailures, type FailureRow } from './failure-table';
import { describeHolders, isConflict } from './lock';
import { plainText } from './plain-text';
import type { StopKind } from './process/stop';

/** All that is known about a run that did not end well. */
export interface FailureEvidence {
  readonly operation: Operation;
  /** Undefined: the process was killed, by `signal`. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stderr: string;
  readonly errors: readonly Diagnostic[];
  readonly violations: readonly PolicyViolation[];
  readonly programErrors: string;
  /** We stopped it, and why. */
  readonly stopped?: StopKind;
  /** How long it was allowed to run, in milliseconds. */
  readonly timeoutMs?: number;
}

type Judge = (evidence: FailureEvidence) => OperationFailure | undefined;

const MOST_CHARACTERS = 1_000;
/** Says only that there is an error elsewhere. */
const EMPTY_WORDS = /^((update|preview|refresh|destroy) (failed|cancell?ed)|.*resource operations? failed.*)$/i;

/** The first that knows the case wins: what we did ourselves, then exit codes, then what was said. */
const judges: readonly Judge[] = [
  stoppedByUs,
  heldByAnother,
  killed,
  byExitCode,
  saidByCli,
  saidByEngine,
  policyViolated,
  saidByProgram,
];

/** Sorts a failed run by what has to happen next (H4), and says in one line which resource failed and why. */
export function classifyFailure(evidence: FailureEvidence): OperationFailure {
  for (const judge of judges) {
    const failure = judge(evidence);
    if (failure !== undefined) return asVerdict(failure, evidence.operation);
  }
  return fail('internal', false, `Pulumi ended with code ${evidence.exitCode ?? 'unknown'} and did not say why`);
}

/** A preview that fails for what it found is an answer, not a fault to be retried. */
function asVerdict(failure: OperationFailure, operation: Operation): OperationFailure {
  const faults: readonly FailureClass[] = ['conflict', 'timeout', 'cancelled', 'lost', 'backend', 'internal'];
  if (operation !== 'preview' || faults.includes(failure.class)) return failure;
  return { ...failure, permanent: true, reason: 'PreviewFailed' };
}

function stoppedByUs({ stopped, timeoutMs, operation }: FailureEvidence): OperationFailure | undefined {
  if (stopped === undefined) return undefined;
  if (stopped === 'timeout')
    return fail('timeout', false, `${operation} did not end within ${Math.round((timeoutMs ?? 0) / 1_000)} s`);
  if (stopped === 'cancel') return fail('cancelled', false, `${operation} was cancelled`);
  return fail('lost', false, `${operation} was interrupted because its worker had to let go of it`);
}

function heldByAnother({ stderr }: FailureEvidence): OperationFailure | undefined {
  if (!isConflict(stderr)) return undefined;
  return fail('conflict', false, describeHolders(stderr), 'UpdateConflict');
}

function killed({ exitCode, signal }: FailureEvidence): OperationFailure | undefined {
  if (exitCode !== undefined && exitCode !== 137) return undefined;
  return fail(
    'internal',
    false,
    `the Pulumi CLI was killed${signal === undefined ? '' : ` by ${signal}`}, perhaps for want of memory`,
  );
}

function byExitCode({ exitCode, stderr, operation }: FailureEvidence): OperationFailure | undefined {
  const said = cause(stderr);
  if (exitCode === 126 || exitCode === 127) return fail('internal', false, `the Pulumi CLI cannot be run: ${said}`);
  if (exitCode === 3) return fail('credentials', true, said);
  if (exitCode === 6) return fail('config', true, said);
  if (exitCode === 7) return fail('provider', false, `${operation} found changes where none were expected`);
  if (exitCode === 8) return fail('cancelled', false, `${operation} was cancelled from outside`);
  return undefined;
}

function saidByCli({ stderr, errors }: FailureEvidence): OperationFailure | undefined {
  const row = rowFor(cliFailures, stderr);
  if (row !== undefined) return fail(row.class, row.permanent, cause(lineOf(stderr, row.pattern)));
  if (errors.length > 0) return undefined;
  const error = stderr.split('\n').find((line) => line.startsWith('error:'));
  return error === undefined ? undefined : fail('internal', false, cause(error));
}

function saidByEngine({ errors, operation }: FailureEvidence): OperationFailure | undefined {
  const telling = errors.filter(({ message }) => !EMPTY_WORDS.test(message.trim()));
  const [first] = [...telling.filter(({ urn }) => urn !== undefined), ...telling];
  if (first !== undefined) return judgeDiagnostic(first, telling.length - 1);
  const [empty] = errors;
  if (empty === undefined) return undefined;
  return /cancell?ed/.test(empty.message)
    ? fail('cancelled', false, `${operation} was cancelled from outside`)
    : fail('provider', false, empty.message);
}

function judgeDiagnostic({ message, urn }: Diagnostic, others: number): OperationFailure {
  const more = others > 0 ? ` (and ${others} more)` : '';
  const told = `${urn === undefined ? '' : `${resourceName(urn)}: `}${cause(message)}`;
  const row = rowFor(engineFailures, message) ?? {
    class: urn === undefined ? 'program' : 'provider',
    permanent: urn === undefined,
  };
  return fail(row.class, row.permanent, `${told.slice(0, MOST_CHARACTERS - more.length)}${more}`);
}

function policyViolated({ violations }: FailureEvidence): OperationFailure | undefined {
  const [first] = violations;
  if (first === undefined) return undefined;
  const resource = first.urn === undefined ? '' : `${resourceName(first.urn)}: `;
  return fail('policy', true, `${resource}policy ${first.policy}: ${cause(first.message)}`);
}

/** A language host may tell a fault of the program on standard error only. */
function saidByProgram({ programErrors }: FailureEvidence): OperationFailure | undefined {
  if (programErrors.trim() === '') return undefined;
  const row = rowFor(engineFailures, programErrors) ?? { class: 'program' as const, permanent: true };
  return fail(row.class, row.permanent, cause(programErrors));
}

function rowFor(rows: readonly FailureRow[], text: string): FailureRow | undefined {
  return rows.find(({ pattern }) => pattern.test(text));
}

/** The line that says it; the whole text when it is spread over several. */
function lineOf(text: string, pattern: RegExp): string {
  return text.split('\n').find((line) => pattern.test(line)) ?? text;
}

/** What was said, on one line: without "error:", and without the frames of a stack trace. */
function cause(text: string): string {
  const lines = plainText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const frame = lines.findIndex((line) => /^at .*[:)]/.test(line));
  const said = frame > 0 ? lines.slice(0, frame) : lines;
  return said
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/^error: */i, '');
}

function fail(failureClass: FailureClass, permanent: boolean, message: string, reason?: string): OperationFailure {
  return {
    class: failureClass,
    message: message.slice(0, MOST_CHARACTERS),
    permanent,
    ...(reason === undefined ? {} : { reason }),
  };
}
