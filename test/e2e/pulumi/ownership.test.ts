import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBench, labDirectory } from './lab';

jest.setTimeout(60_000);

describe('owning a stack of the real CLI', () => {
  it('a stack that another living Stack keeps is refused, naming it (A9)', async () => {
    const bench = createBench();
    await bench.run({ name: 'first' });
    const refused = await bench.run({ name: 'second', isAlive: () => Promise.resolve(true) });
    expect(refused).toMatchObject({
      outcome: 'failed',
      failure: { permanent: true, reason: 'StackClaimed' },
      processes: 0,
    });
    expect(refused.failure?.message).toContain('default/first');
  });

  it('the claim of a Stack that is gone is taken over with a warning (A9)', async () => {
    const bench = createBench();
    await bench.run({ name: 'first' });
    const taken = await bench.run({ name: 'second', isAlive: ({ name }) => Promise.resolve(name !== 'first') });
    expect(taken).toMatchObject({ outcome: 'succeeded', processes: 1 });
    expect(taken.warnings).toEqual([expect.stringContaining('default/first')]);
    expect((await bench.run({ name: 'second' })).warnings).toBeUndefined();
  });

  it('a Stack that is refused has nothing to destroy, so that its deletion ends (A9, J3)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file') };
    await bench.run({ name: 'first', program: 'files', config });
    const ended = await bench.run({ name: 'second', program: 'files', config, operation: 'destroy' });
    expect(ended).toMatchObject({
      outcome: 'succeeded',
      warnings: [expect.stringContaining('default/first')],
      processes: 0,
    });
    expect(existsSync(bench.path('file'))).toBe(true);
  });

  it('where there are no files beside the state, a tag of the stack is the claim, read once (A9)', async () => {
    const bench = createBench();
    mkdirSync(bench.path('bucket'));
    const backendUrl = `FILE://${bench.path('bucket')}`; // the CLI reads it and we do not: as good as a bucket
    expect(await bench.run({ name: 'first', backendUrl })).toMatchObject({ outcome: 'succeeded' });
    expect(await bench.run({ name: 'first', backendUrl })).toMatchObject({ outcome: 'succeeded', processes: 1 });
    rmSync(bench.path('cache/pulumi/default/stacks'), { recursive: true }); // another worker has its own memory
    const refused = await bench.run({ name: 'second', backendUrl });
    expect(refused.failure).toMatchObject({ reason: 'StackClaimed' });
    expect(await bench.run({ name: 'first', backendUrl, operation: 'destroy' })).toMatchObject({
      outcome: 'succeeded',
    });
  });

  it('a destroy removes resources, stack and claim (A9, J3)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file') };
    await bench.run({ name: 'first', program: 'files', config });
    expect(await bench.run({ name: 'first', program: 'files', config, operation: 'destroy' })).toMatchObject({
      outcome: 'succeeded',
      changes: { delete: 2 },
      processes: 2, // destroy; stack rm
    });
    expect(existsSync(bench.path('file'))).toBe(false);
    expect(existsSync(join(bench.backend, '.pulumi/stacks/files/dev.json'))).toBe(false);
    expect(await bench.run({ name: 'second', program: 'files', config })).toMatchObject({ outcome: 'succeeded' });
  });

  it('a destroy works without the source, and once more when there is nothing left (J3)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file') };
    await bench.run({ program: 'files', config });
    const gone = { program: 'files', operation: 'destroy', withoutSource: true, env: { PATH: labDirectory } } as const;
    expect(await bench.run(gone)).toMatchObject({ outcome: 'succeeded', changes: { delete: 2 } });
    expect(existsSync(bench.path('file'))).toBe(false);
    expect(await bench.run(gone)).toMatchObject({ outcome: 'succeeded', processes: 1 });
  });

  it('a resource that refuses its deletion keeps stack and claim, and the next try ends it (J3)', async () => {
    const bench = createBench();
    const config = { path: bench.path('file'), refuseDeleteWhile: bench.path('flag') };
    writeFileSync(bench.path('flag'), '');
    await bench.run({ program: 'files', config });
    const blocked = await bench.run({ program: 'files', config, operation: 'destroy' });
    expect(blocked).toMatchObject({ outcome: 'failed', failure: { class: 'provider', permanent: false } });
    expect(blocked.failure?.message).toContain('forbids the deletion');
    rmSync(bench.path('flag'));
    expect(await bench.run({ program: 'files', config, operation: 'destroy' })).toMatchObject({ outcome: 'succeeded' });
  });
});
