import * as errors from '@pulumi/pulumi/automation/errors';
import { CliError, type Cli, type CliExit } from '../../../src/pulumi/cli';
import { createPulumiCommand, exitOfError, isMissingStack } from '../../../src/pulumi/pulumi-command';
import { fullStackName } from '../../../src/pulumi/stack-name';

interface Runnable {
  run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<CliExit>;
}

const exit = (changes: Partial<CliExit>): CliExit => ({ stdout: '', stderr: '', ...changes });
const commandWith = (answer: CliExit): Runnable => {
  const cli: Cli = {
    binary: '/bin/pulumi',
    run: () => Promise.resolve(answer),
    processes: () => 1,
    wasKilled: () => false,
  };
  return createPulumiCommand(cli) as unknown as Runnable;
};

describe('our command in the place of the one of the SDK', () => {
  it('answers what the CLI said', async () => {
    expect(await commandWith(exit({ code: 0, stdout: 'x' })).run(['version'], '/', {})).toMatchObject({
      stdout: 'x',
      code: 0,
    });
  });

  it.each([
    { stderr: "error: no stack named 'dev' found", code: 6, type: errors.StackNotFoundError, missing: true },
    { stderr: "error: stack 'dev' already exists", code: 1, type: errors.StackAlreadyExistsError, missing: false },
    {
      stderr: 'error: the stack is currently locked by 1 lock(s)',
      code: 1,
      type: errors.ConcurrentUpdateError,
      missing: false,
    },
    { stderr: 'error: other', code: 1, type: errors.CommandError, missing: false },
  ])(
    'turns "$stderr" into the error class of the SDK, from which the exit can be read back',
    async ({ stderr, code, type, missing }) => {
      const error: unknown = await commandWith(exit({ code, stderr }))
        .run(['stack', 'rm', 'secret-argument'], '/', {})
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(type);
      expect(exitOfError(error)).toMatchObject({ code, stderr });
      expect(isMissingStack(error)).toBe(missing);
      expect((error as Error).message).not.toContain('secret-argument'); // L1
    },
  );

  it('reads no exit from errors of others', () => {
    expect(exitOfError(new Error('x'))).toBeUndefined();
    expect(exitOfError(new CliError(exit({ code: 6 })))).toMatchObject({ code: 6 });
  });
});

describe('the full name of a stack', () => {
  it.each([
    { backend: 'file:///b', stack: 'dev', want: 'organization/app/dev' },
    { backend: 's3://b', stack: 'organization/dev', want: 'organization/app/dev' },
    { backend: 'https://api.pulumi.com', stack: 'dev', want: 'dev' },
    { backend: 'https://api.pulumi.com', stack: 'acme/dev', want: 'acme/app/dev' },
    { backend: 'file:///b', stack: 'organization/other/dev', want: 'organization/other/dev' },
  ])('$stack on $backend is $want', ({ backend, stack, want }) =>
    expect(fullStackName(backend, 'app', stack)).toBe(want),
  );
});
