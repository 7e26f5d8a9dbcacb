import type { Operation, OperationRequest } from '../stack/operation';
import type { StackSpec } from '../stack/spec';

/** What shapes a run, from the spec and its update template: one name for what both may say. */
interface RunShape {
  readonly refresh: boolean;
  readonly expectNoChanges: boolean;
  readonly targets: readonly string[];
  readonly targetDependents: boolean;
  readonly replace: readonly string[];
  readonly continueOnError: boolean;
  /** Undefined: as the CLI does for the operation. */
  readonly runProgram?: boolean;
  readonly parallel?: number;
  readonly message?: string;
}

/** What the command line names beside the options. */
export interface ArgumentContext {
  readonly stack: string;
  readonly configFile: string;
  readonly runToken: string;
}

type Flags = readonly (string | false)[];

const unshaped = {
  refresh: false,
  expectNoChanges: false,
  targetDependents: false,
  replace: [],
  continueOnError: false,
};

/** What the template says goes before what the spec says. */
function shapeOf(spec: StackSpec): RunShape {
  const { refresh, targetDependents, runProgram, targets = [] } = spec;
  const { target = [], ...template } = spec.updateTemplate?.spec ?? {};
  return {
    ...unshaped,
    refresh,
    targetDependents,
    ...(runProgram === undefined ? {} : { runProgram }),
    ...template,
    targets: [...targets, ...target],
  };
}

/** The command line of an operation. Values stand behind `=`, so that none can be taken for an option. */
export function operationArguments(request: OperationRequest, context: ArgumentContext): string[] {
  const { operation, spec } = request;
  const shape = shapeOf(spec);
  const flags = [...common(request, shape, context), ...flagsOf[operation](shape, spec)];
  return [operation, ...flags.filter((flag) => flag !== false)];
}

/** The look that comes before an `up` whose refresh must find nothing: it writes nothing. */
export function refreshCheckArguments(request: OperationRequest, context: ArgumentContext): string[] {
  const shape = shapeOf(request.spec);
  const flags = [...common(request, shape, context), ...targeting(shape), '--preview-only', '--expect-no-changes'];
  return ['refresh', ...flags.filter((flag) => flag !== false)];
}

/** Whether the spec wants an `up` only when a refresh finds nothing. */
export function needsRefreshCheck({ operation, spec }: OperationRequest): boolean {
  return operation === 'up' && spec.expectNoRefreshChanges && shapeOf(spec).refresh;
}

function common({ update }: OperationRequest, shape: RunShape, context: ArgumentContext): Flags {
  return [
    '--json',
    `--stack=${context.stack}`,
    `--config-file=${context.configFile}`,
    `--exec-agent=${context.runToken}`,
    `--message=${shape.message ?? `stackwright ${update} (${context.runToken})`}`,
    shape.parallel !== undefined && `--parallel=${shape.parallel}`,
  ];
}

const flagsOf: Readonly<Record<Operation, (shape: RunShape, spec: StackSpec) => Flags>> = {
  up: (shape) => ['--yes', '--skip-preview', ...planning(shape), shape.continueOnError && '--continue-on-error'],
  preview: (shape) => planning(shape),
  refresh: (shape, spec) => [
    '--yes',
    '--skip-preview',
    ...targeting(shape),
    ...programRun(shape),
    (shape.expectNoChanges || spec.expectNoRefreshChanges) && '--expect-no-changes',
  ],
  // Targets do not count here: what is to be destroyed is the whole stack.
  destroy: (shape) => [
    '--yes',
    '--skip-preview',
    ...programRun(shape),
    shape.refresh && '--refresh',
    shape.continueOnError && '--continue-on-error',
  ],
};

function planning(shape: RunShape): Flags {
  return [
    shape.refresh && '--refresh',
    shape.expectNoChanges && '--expect-no-changes',
    ...targeting(shape),
    ...shape.replace.map((urn) => `--replace=${urn}`),
  ];
}

function targeting(shape: RunShape): Flags {
  return [...shape.targets.map((urn) => `--target=${urn}`), shape.targetDependents && '--target-dependents'];
}

function programRun({ runProgram }: RunShape): Flags {
  return runProgram === undefined ? [] : [`--run-program=${String(runProgram)}`];
}
