import { classifyFailure, type FailureEvidence } from '../../../src/pulumi/classify-failure';

const urn = 'urn:pulumi:dev::app::my:index:Comp$lab:index:File::web::one';
const evidence = (changes: Partial<FailureEvidence>): FailureEvidence => ({
  operation: 'up',
  exitCode: 1,
  stderr: '',
  errors: [],
  violations: [],
  programErrors: '',
  ...changes,
});
const stderr = (text: string): Partial<FailureEvidence> => ({ stderr: `error: ${text}\n` });
const told = (message: string, on?: string): Partial<FailureEvidence> => ({
  errors: [{ message, ...(on === undefined ? {} : { urn: on }) }, { message: 'update failed' }],
});
const LOCKED =
  'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.\n' +
  '  file:///b/.pulumi/locks/organization/a/dev/1.json?no_tmp_dir=true: created by root@vm (pid 32260) at 2026-12-01T03:38:52Z';

interface Case {
  readonly name: string;
  readonly given: Partial<FailureEvidence>;
  readonly want: readonly [failureClass: string, permanent: boolean];
  readonly says?: string;
}

const cases: readonly Case[] = [
  {
    name: 'no passphrase',
    given: stderr(
      'getting stack configuration: get stack secrets manager: passphrase must be set with PULUMI_CONFIG_PASSPHRASE',
    ),
    want: ['credentials', true],
  },
  {
    name: 'a wrong passphrase',
    given: stderr('get stack secrets manager: incorrect passphrase'),
    want: ['credentials', true],
  },
  {
    name: 'no access token',
    given: { exitCode: 3, ...stderr('PULUMI_ACCESS_TOKEN must be set for login') },
    want: ['credentials', true],
  },
  {
    name: 'no project',
    given: stderr('no Pulumi.yaml project file found (searching upwards)'),
    want: ['source', true],
  },
  {
    name: 'a broken project',
    given: stderr("could not unmarshal '/p/Pulumi.yaml': invalid YAML file"),
    want: ['source', true],
  },
  {
    name: 'config that does not fit',
    given: stderr("validating stack config: Stack 'dev' is missing configuration value 'need'"),
    want: ['config', true],
  },
  {
    name: 'a missing language host',
    given: stderr("failed to load language plugin python: no language plugin 'pulumi-language-python' found"),
    want: ['plugin', true],
  },
  {
    name: 'a missing state directory',
    given: stderr('unable to open state directory "file:///x": no such file or directory'),
    want: ['backend', true],
  },
  { name: 'a damaged checkpoint', given: stderr('failed to load checkpoint: unexpected EOF'), want: ['backend', true] },
  {
    name: 'a bucket that does not answer',
    given: stderr('read ".pulumi/meta.yaml": dial tcp: lookup b: no such host'),
    want: ['backend', false],
  },
  {
    name: 'a service that does not answer',
    given: stderr('performing HTTP request: Post "https://x": dial tcp: connection refused'),
    want: ['backend', false],
  },
  { name: 'a missing stack', given: { exitCode: 6, ...stderr("no stack named 'dev' found") }, want: ['config', true] },
  {
    name: 'changes where none were expected',
    given: { exitCode: 7, ...stderr('no changes were expected') },
    want: ['provider', false],
  },
  {
    name: 'a CLI that cannot be run',
    given: { exitCode: 127, stderr: '/bin/sh: 1: exec: /no/pulumi: not found' },
    want: ['internal', false],
  },
  {
    name: 'the lock of another',
    given: { stderr: LOCKED },
    want: ['conflict', false],
    says: 'the stack is locked by root@vm (pid 32260) since 2026-12-01T03:38:52Z',
  },
  {
    name: 'an update on the service',
    given: stderr('[409] Conflict: Another update is currently in progress.'),
    want: ['conflict', false],
  },
  {
    name: 'an error of a provider',
    given: told('lab: disk is full\n', urn),
    want: ['provider', false],
    says: 'lab:index:File web::one: lab: disk is full',
  },
  {
    name: 'a protected resource',
    given: told('resource "x" cannot be deleted\nbecause it is protected.', urn),
    want: ['provider', true],
  },
  {
    name: 'an exception of the program',
    given: told(
      "Running program '/p' failed with an unhandled exception:\nError: no luck\n    at Object.<anonymous> (/p/index.js:1:7)\n    at x (y:1:2)",
    ),
    want: ['program', true],
    says: "Running program '/p' failed with an unhandled exception: Error: no luck",
  },
  {
    name: 'an exception for want of a network',
    given: told('failed with an unhandled exception:\nError: connect ECONNREFUSED 1.2.3.4:443'),
    want: ['program', false],
  },
  {
    name: 'a program that ran out of memory',
    given: told('an unhandled error occurred: Program exited with non-zero exit code: 137'),
    want: ['program', false],
  },
  {
    name: 'a type error',
    given: told(
      'failed with an unhandled exception:\nTSError: ⨯ Unable to compile TypeScript:\nindex.ts(1,7): error TS2322',
    ),
    want: ['program', true],
  },
  {
    name: 'the message of a RunError',
    given: told('the region is not allowed'),
    want: ['program', true],
    says: 'the region is not allowed',
  },
  {
    name: 'a config value that the program misses',
    given: told("Missing required configuration variable 'p:need'"),
    want: ['config', true],
  },
  {
    name: 'a missing provider plugin',
    given: told("no resource plugin 'pulumi-resource-lab' found in the workspace or on your $PATH"),
    want: ['plugin', true],
  },
  {
    name: 'a plugin that could not be looked up',
    given: told('could not find latest version for provider lab: dial tcp: no such host'),
    want: ['plugin', false],
  },
  {
    name: 'a step that the plan lacks',
    given: told('create is not allowed by the plan: no steps were expected for this resource', urn),
    want: ['policy', true],
  },
  {
    name: 'a mandatory policy',
    given: { violations: [{ policy: 'no-public', message: 'is public', urn }] },
    want: ['policy', true],
    says: 'lab:index:File web::one: policy no-public: is public',
  },
  {
    name: 'a fault that the host tells on standard error alone',
    given: {
      programErrors: "Error: error resolving type of resource file: no resource plugin 'pulumi-resource-x' found\n",
    },
    want: ['plugin', true],
  },
  { name: 'a killed process', given: { exitCode: undefined as never, signal: 'SIGKILL' }, want: ['internal', false] },
  { name: 'a cancel from outside', given: { errors: [{ message: 'update canceled' }] }, want: ['cancelled', false] },
  {
    name: 'our cancel',
    given: { stopped: 'cancel', errors: [{ message: 'update canceled' }] },
    want: ['cancelled', false],
  },
  {
    name: 'our timeout',
    given: { stopped: 'timeout', timeoutMs: 90_000 },
    want: ['timeout', false],
    says: 'up did not end within 90 s',
  },
  { name: 'a worker that lets go', given: { stopped: 'fenced', exitCode: 8 }, want: ['lost', false] },
  { name: 'an unknown flag', given: stderr('unknown flag: --nope'), want: ['internal', true] },
  { name: 'silence', given: {}, want: ['internal', false] },
];

describe('failures are sorted by one table (H4)', () => {
  it.each(cases)('$name', ({ given, want: [failureClass, permanent], says }) => {
    const failure = classifyFailure(evidence(given));
    expect(failure).toMatchObject({ class: failureClass, permanent });
    if (says !== undefined) expect(failure.message).toBe(says);
  });

  it('a preview that fails for what it found is a verdict', () => {
    expect(classifyFailure(evidence({ operation: 'preview', ...told('bad', urn) }))).toMatchObject({
      permanent: true,
      reason: 'PreviewFailed',
    });
  });

  it.each(['conflict', 'backend'])('a preview that could not be made for a %s is none', (failureClass) => {
    const said = failureClass === 'conflict' ? LOCKED : 'error: performing HTTP request: connection refused';
    const failure = classifyFailure(evidence({ operation: 'preview', stderr: said }));
    expect(failure).toMatchObject({ class: failureClass, permanent: false });
    expect(failure.reason).not.toBe('PreviewFailed');
  });

  it('the message names the first resource, says how many more failed, and is one line of 1,000 characters at most', () => {
    const errors = [
      { message: 'update failed' },
      { message: `long\n${'x'.repeat(3_000)}`, urn },
      { message: 'too', urn },
    ];
    const { message } = classifyFailure(evidence({ errors }));
    expect(message).toMatch(/^lab:index:File web::one: long x+ \(and 1 more\)$/);
    expect(message.length).toBeLessThanOrEqual(1_000);
  });

  it('colours are gone from the message', () => {
    const { message } = classifyFailure(evidence(told('\u001b[31mError\u001b[0m: <{%fg 1%}>bad<{%reset%}>', urn)));
    expect(message).toBe('lab:index:File web::one: bad');
  });
});
