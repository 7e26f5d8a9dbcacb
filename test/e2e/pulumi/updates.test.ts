import { rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import { createPulumi } from '../../../src/pulumi';
import { createBench } from './lab';

jest.setTimeout(60_000);

describe('updates on the real CLI', () => {
  it('creates, then finds nothing to do with exactly one process, then updates (E1)', async () => {
    const bench = createBench();
    expect(await bench.run()).toMatchObject({
      outcome: 'succeeded',
      project: { name: 'stash', runtime: 'yaml' },
      changes: { create: 2, update: 0, same: 0 },
      processes: 2, // stack init; up
    });
    expect(await bench.run()).toMatchObject({ outcome: 'succeeded', changes: { create: 0, same: 2 }, processes: 1 });
    const updated = await bench.run({ config: { value: 'two' } });
    expect(updated).toMatchObject({ changes: { update: 1, same: 1 }, outputs: { value: 'two' }, processes: 1 });
  });

  it('masks secret outputs, and does not take a literal for one (E3)', async () => {
    const bench = createBench();
    const { outputs } = await bench.run();
    expect(outputs).toEqual({ value: 'one', password: '[secret]', literal: '[secret]' });
    const plain = await createPulumi(bench.settings).outputs({
      stack: { namespace: 'default', name: 'app' },
      pulumiStack: 'dev',
      project: 'stash',
      backendUrl: bench.backendUrl,
      passphraseFile: bench.path('passphrase'),
      env: {},
      secrets: [],
    });
    expect(plain).toEqual({ value: 'one', password: 'Hunter33secret', literal: '[secret]' });
  });

  it('masks secrets deep inside the outputs of a JavaScript program, and keeps structured config whole (E3)', async () => {
    const bench = createBench();
    const settings = { list: [1, 'two', { three: true }], text: '0123', yes: 'yes' };
    const result = await bench.run({
      program: 'node',
      project: { name: 'node-program', runtime: 'nodejs' },
      config: { settings },
      secretConfig: { token: 'Deep55 "quoted"\nsecond line\n' },
    });
    expect(result).toMatchObject({ outcome: 'succeeded', project: { runtime: 'nodejs' } });
    expect(result.outputs).toEqual({
      nested: { plain: 'seen', list: ['first', '[secret]'], inner: { token: '[secret]' } },
      settings,
      literal: '[secret]',
    });
  });

  it('gives the program a clean environment: what the spec asks for, nothing of the worker (L3)', async () => {
    process.env.WORKER_ONLY = 'worker-only-value';
    const bench = createBench({ ambient: process.env });
    await bench.run({
      program: 'node',
      project: { name: 'node-program', runtime: 'nodejs' },
      env: { ASKED_FOR: 'yes' },
    });
    const [, text = '{}'] = /environment: (\{.*\})/.exec(bench.log()) ?? [];
    const environment = JSON.parse(text) as Record<string, string>;
    expect(environment).toMatchObject({ ASKED_FOR: 'yes' });
    expect(environment.HOME).toContain(bench.root);
    expect(environment.TMPDIR).toContain(bench.root);
    expect(environment).not.toHaveProperty('WORKER_ONLY');
    expect(environment).not.toHaveProperty('STACKWRIGHT_PULUMI');
  });

  it('previews without changing anything, and counts what would change (E1)', async () => {
    const bench = createBench();
    await bench.run();
    const preview = await bench.run({ operation: 'preview', config: { value: 'two' } });
    expect(preview).toMatchObject({ outcome: 'succeeded', changes: { update: 1, same: 1 }, processes: 1 });
    expect(preview.outputs).toBeUndefined();
    expect((await bench.run()).changes).toMatchObject({ update: 0, same: 2 });
  });

  it('sees by a refresh what changed outside, and refuses the update where none is allowed (B, E1)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file') };
    await bench.run({ program: 'files', config });
    writeFileSync(bench.path('file'), 'edited');
    const spec = { refresh: true, expectNoRefreshChanges: true };
    const refused = await bench.run({ program: 'files', config, spec });
    expect(refused.failure).toMatchObject({ class: 'provider', message: expect.stringContaining('no') as string });
    expect(readFileSync(bench.path('file'), 'utf8')).toBe('edited');
    const refreshed = await bench.run({ operation: 'refresh', program: 'files', config });
    expect(refreshed).toMatchObject({ outcome: 'succeeded', changes: { update: 1 } });
    await bench.run({ program: 'files', config });
    expect(readFileSync(bench.path('file'), 'utf8')).toBe('hello');
  });

  it('tells how far it is, and knows the total from the run before (E2)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file') };
    await bench.run({ program: 'files', config });
    rmSync(bench.path('run.log'));
    const second = bench.start({ program: 'files', config: { ...config, content: 'new' } });
    await second.outcome;
    expect(second.progress.at(-1)).toMatchObject({ phase: 'pulumi', done: 2, total: 2, last: 'lab:index:File file' });
    expect(bench.log()).toContain('lab:index:File file: updated');
  });

  it('stores outputs over 64 KiB beside the log and refers to them (E5)', async () => {
    const bench = createBench();
    const result = await bench.run({ config: { value: 'x'.repeat(70_000) } });
    expect(result.outputs).toBeUndefined();
    expect(result.outputsRef).toBe(`${bench.path('run.log')}.outputs.json`);
    expect(JSON.parse(readFileSync(result.outputsRef!, 'utf8'))).toMatchObject({ password: '[secret]' });
    expect(statSync(result.outputsRef!).mode & 0o777).toBe(0o600);
  });

  it('reports each process as soon as it runs (I1)', async () => {
    const bench = createBench();
    const run = bench.start();
    await run.outcome;
    expect(run.records).toHaveLength(2);
    expect(run.records[0]).toMatchObject({ host: bench.settings.host, pid: expect.any(Number) as number });
    expect(run.records[0]).toHaveProperty('startTicks');
  });
});
