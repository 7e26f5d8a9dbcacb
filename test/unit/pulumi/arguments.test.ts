import { needsRefreshCheck, operationArguments } from '../../../src/pulumi/arguments';
import type { Operation, OperationRequest } from '../../../src/stack/operation';
import { parseStackSpec } from '../../../src/stack/spec';

const context = { stack: 'organization/app/dev', configFile: '/run/config.yaml', runToken: 't1' };

function request(operation: Operation, input: Readonly<Record<string, unknown>> = {}): OperationRequest {
  const spec = { stack: 'dev', projectRepo: 'https://example.com/r', branch: 'main', ...input };
  const parsed = parseStackSpec(spec, {
    origin: 'direct',
    namespace: 'default',
    stackName: 'app',
    minResyncSeconds: 1,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  const stack = { namespace: 'default', name: 'app' };
  return {
    stack,
    operation,
    update: 'app-1',
    cause: 'created',
    generation: 1,
    spec: parsed.spec,
    failures: 0,
    attemptsBefore: 0,
  };
}

const template = (spec: Readonly<Record<string, unknown>>) => ({ updateTemplate: { spec } });

interface Case {
  readonly name: string;
  readonly operation: Operation;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'an up asks nothing and previews nothing',
    operation: 'up',
    has: ['--yes', '--skip-preview', '--json', '--exec-agent=t1'],
  },
  { name: 'a preview applies nothing', operation: 'preview', lacks: ['--yes', '--skip-preview'] },
  { name: 'refresh comes before an up', operation: 'up', spec: { refresh: true }, has: ['--refresh'] },
  {
    name: 'the template overrules the spec',
    operation: 'up',
    spec: { refresh: true, ...template({ refresh: false }) },
    lacks: ['--refresh'],
  },
  {
    name: 'targets add up',
    operation: 'up',
    spec: { targets: ['urn:a'], targetDependents: true, ...template({ target: ['urn:b'] }) },
    has: ['--target=urn:a', '--target=urn:b', '--target-dependents'],
  },
  {
    name: 'the template shapes an up',
    operation: 'up',
    spec: template({ parallel: 3, message: 'm', continueOnError: true, expectNoChanges: true, replace: ['urn:c'] }),
    has: ['--parallel=3', '--message=m', '--continue-on-error', '--expect-no-changes', '--replace=urn:c'],
  },
  {
    name: 'an up always runs its program',
    operation: 'up',
    spec: { runProgram: false },
    lacks: ['--run-program=false'],
  },
  {
    name: 'a refresh that must find nothing',
    operation: 'refresh',
    spec: { expectNoRefreshChanges: true },
    has: ['--expect-no-changes'],
  },
  {
    name: 'a destroy runs the program when asked',
    operation: 'destroy',
    spec: { runProgram: true },
    has: ['--run-program=true'],
  },
  { name: 'a destroy is never partial', operation: 'destroy', spec: { targets: ['urn:a'] }, lacks: ['--target=urn:a'] },
];

describe('the command line of an operation (B)', () => {
  it.each(cases)('$name', ({ operation, spec, has = [], lacks = [] }) => {
    const args = operationArguments(request(operation, spec), context);
    expect(args[0]).toBe(operation);
    expect(args).toEqual(
      expect.arrayContaining([...has, '--stack=organization/app/dev', '--config-file=/run/config.yaml']),
    );
    for (const flag of lacks) expect(args).not.toContain(flag);
  });

  it('names the update and the run token in the message, so that history can be searched for it (E4)', () => {
    expect(operationArguments(request('up'), context)).toContain('--message=stackwright app-1 (t1)');
  });

  it('looks before an up whether a refresh finds something, only where the spec wants both', () => {
    expect(needsRefreshCheck(request('up', { refresh: true, expectNoRefreshChanges: true }))).toBe(true);
    expect(needsRefreshCheck(request('up', { expectNoRefreshChanges: true }))).toBe(false);
    expect(needsRefreshCheck(request('preview', { refresh: true, expectNoRefreshChanges: true }))).toBe(false);
  });
});
