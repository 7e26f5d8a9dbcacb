import type { EngineEvent, StepEventMetadata } from '@pulumi/pulumi/automation/events';
import type { ChangeCounts } from '../stack/operation';
import { plainText } from './plain-text';

/** An error that the operation told; `urn` is undefined for the program as a whole. */
export interface Diagnostic {
  readonly message: string;
  readonly urn?: string;
}

export interface PolicyViolation {
  readonly policy: string;
  readonly message: string;
  readonly urn?: string;
}

/** What the events of one operation come to. */
export interface EngineReport {
  /** The first ones; what comes after follows from them. */
  readonly errors: readonly Diagnostic[];
  /** The end of what the program or its host wrote to standard error; evidence only where nothing else is. */
  readonly programErrors: string;
  readonly violations: readonly PolicyViolation[];
  readonly changes: ChangeCounts;
  /** Outputs of the stack with secrets as Pulumi marks them; undefined when none were told. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Resources that were dealt with. */
  readonly done: number;
  readonly started: number;
  /** The resource dealt with last, `type name`. */
  readonly last?: string;
}

/** Adds up engine events as they come. */
export interface EngineTally {
  add(event: EngineEvent): void;
  report(): EngineReport;
}

const STACK_TYPE = 'pulumi:pulumi:Stack';
const MOST_ERRORS = 50;
const PROGRAM_ERRORS_LENGTH = 4_000;
const EMPTY: ChangeCounts = { create: 0, update: 0, replace: 0, delete: 0, same: 0 };

export function createEngineTally(): EngineTally {
  const started = new Set<string>();
  const done = new Set<string>();
  const errors: Diagnostic[] = [];
  const violations: PolicyViolation[] = [];
  let programErrors = '';
  let ops: Record<string, number> | undefined;
  let outputs: Record<string, unknown> | undefined;
  let last: string | undefined;

  const finish = (metadata: StepEventMetadata): void => {
    done.add(metadata.urn);
    if (metadata.type !== STACK_TYPE) last = resourceName(metadata.urn);
  };
  const addDiagnostic = (event: NonNullable<EngineEvent['diagnosticEvent']>): void => {
    const { severity, urn } = event;
    if (severity === 'info#err')
      programErrors = (programErrors + plainText(event.message)).slice(-PROGRAM_ERRORS_LENGTH);
    if (severity !== 'error' || errors.length >= MOST_ERRORS) return;
    errors.push({ message: plainText(event.message).trim(), ...(urn === undefined ? {} : { urn }) });
  };
  const addPolicy = (event: NonNullable<EngineEvent['policyEvent']>): void => {
    if (event.enforcementLevel !== 'mandatory') return;
    const urn = event.resourceUrn === undefined ? {} : { urn: event.resourceUrn };
    violations.push({ policy: event.policyName, message: plainText(event.message).trim(), ...urn });
  };

  return {
    add(event) {
      if (event.diagnosticEvent) addDiagnostic(event.diagnosticEvent);
      if (event.policyEvent) addPolicy(event.policyEvent);
      if (event.resourcePreEvent) started.add(event.resourcePreEvent.metadata.urn);
      if (event.resOpFailedEvent) finish(event.resOpFailedEvent.metadata);
      if (event.summaryEvent) ops = event.summaryEvent.resourceChanges;
      if (!event.resOutputsEvent) return;
      const { metadata } = event.resOutputsEvent;
      finish(metadata);
      if (metadata.type === STACK_TYPE) outputs = metadata.new?.outputs;
    },
    report: () => ({
      errors,
      programErrors,
      violations,
      changes: countChanges(ops),
      done: done.size,
      started: started.size,
      ...(outputs === undefined ? {} : { outputs }),
      ...(last === undefined ? {} : { last }),
    }),
  };
}

function countChanges(ops: Readonly<Record<string, number>> | undefined): ChangeCounts {
  if (ops === undefined) return EMPTY;
  const count = (...names: string[]): number => names.reduce((sum, name) => sum + (ops[name] ?? 0), 0);
  return {
    create: count('create', 'import'),
    update: count('update'),
    replace: count('replace', 'import-replacement'),
    delete: count('delete', 'discard'),
    same: count('same', 'read', 'refresh'),
  };
}

/** A resource as people know it, `type name`, from its URN. */
export function resourceName(urn: string): string {
  const [, , types, name] = splitUrn(urn);
  if (types === undefined || name === undefined) return urn;
  return `${types.split('$').at(-1) ?? types} ${name}`;
}

/** `urn:pulumi:stack::project::type$type::name`; the name itself may hold `::`. */
function splitUrn(urn: string): string[] {
  const [stack = '', project = '', types, ...name] = urn.split('::');
  return types === undefined ? [stack, project] : [stack, project, types, name.join('::')];
}

/** Parses one line of the event stream; undefined when it is none. */
export function parseEvent(line: string): EngineEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as EngineEvent;
  } catch {
    return undefined; // the last line of a process that was killed
  }
}
