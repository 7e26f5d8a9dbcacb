import { writeFileSync } from 'node:fs';
import { createBench, type RunChanges } from './lab';

jest.setTimeout(60_000);

interface Case {
  readonly name: string;
  readonly run: RunChanges;
  readonly failure: Readonly<Record<string, unknown>>;
  readonly says: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'a failing resource is named with its cause, and is tried again (H2)',
    run: { program: 'files', config: { path: '/nowhere/file', fail: 'disk is full' } },
    failure: { class: 'provider', permanent: false },
    says: /^lab:index:File file: lab: disk is full$/,
  },
  {
    name: 'a program that throws is permanent, and its error is told without the stack trace (H4)',
    run: { program: 'throws' },
    failure: { class: 'program', permanent: true },
    says: /failed with an unhandled exception: Error: the program has a fault$/,
  },
  {
    name: 'a missing plugin is permanent and named (H4)',
    run: { program: 'missing-plugin', env: { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true' } },
    failure: { class: 'plugin', permanent: true },
    says: /pulumi-resource-nowhere/,
  },
  {
    name: 'a missing config value is permanent and named (H4)',
    run: { program: 'files' },
    failure: { class: 'config', permanent: true },
    says: /missing configuration value 'path'/,
  },
  {
    name: 'a preview that fails is a verdict (H4)',
    run: { program: 'throws', operation: 'preview' },
    failure: { class: 'program', permanent: true, reason: 'PreviewFailed' },
    says: /the program has a fault/,
  },
  {
    name: 'a missing stack is not created where the spec forbids it (B)',
    run: { spec: { stack: 'dev', useLocalStackOnly: true } },
    failure: { class: 'config', permanent: true },
    says: /organization\/stash\/dev does not exist/,
  },
  {
    name: 'a backend that is not there is permanent (H4)',
    run: { backendUrl: 'file:///proc/nowhere' },
    failure: { class: 'backend', permanent: true },
    says: /\/proc\/nowhere does not exist/,
  },
];

describe('failures on the real CLI', () => {
  it.each(cases)('$name', async ({ run, failure, says }) => {
    const result = await createBench().run(run);
    expect(result).toMatchObject({ outcome: 'failed', failure });
    expect(result.failure?.message).toMatch(says);
    expect(result.failure?.message).not.toContain('\n');
  });

  it('a wrong passphrase is a matter of credentials, and permanent (H4)', async () => {
    const bench = createBench();
    await bench.run({ secretConfig: { password: 'Hunter44secret' } });
    writeFileSync(bench.path('passphrase'), 'another one');
    const result = await bench.run();
    expect(result.failure).toMatchObject({ class: 'credentials', permanent: true });
    expect(result.failure?.message).toContain('incorrect passphrase');
  });
});
