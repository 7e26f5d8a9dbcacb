import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createBench, PASSPHRASE, readTree, until } from './lab';

jest.setTimeout(60_000);

const SECRET = 'Tr0ub4dor-and-3';

function commandLines(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // gone since
      }
    })
    .join('\n');
}

describe('secret config', () => {
  it('never stands in an argument, the log, or any file of ours or of the backend (L1)', async () => {
    const bench = createBench();
    const seen: string[] = [];
    const run = bench.start({
      program: 'files',
      config: { path: bench.path('file'), hangWhile: bench.path('hang'), started: bench.path('started') },
      secretConfig: { content: SECRET },
    });
    const watcher = setInterval(() => seen.push(commandLines()), 5);
    const result = await run.outcome;
    clearInterval(watcher);
    expect(result).toMatchObject({ outcome: 'succeeded' });
    expect(seen.some((text) => text.includes('--secret'))).toBe(true); // it was looked at while secrets were encrypted
    expect(seen.join('\n')).not.toContain(SECRET);
    expect(readFileSync(bench.path('file'), 'utf8')).toBe(SECRET); // the provider did get it
    expect(await readTree(bench.path('cache'))).not.toContain(SECRET);
    expect(await readTree(bench.backend)).not.toContain(SECRET);
    expect(bench.log()).not.toContain(SECRET);
  });

  it('costs no process when it did not change, and one when it did (L1)', async () => {
    const bench = createBench();
    await bench.run({ secretConfig: { password: SECRET } });
    expect(await bench.run({ secretConfig: { password: SECRET } })).toMatchObject({
      outcome: 'succeeded',
      processes: 1,
    });
    expect(await bench.run({ secretConfig: { password: `${SECRET}!` } })).toMatchObject({
      outcome: 'succeeded',
      processes: 2,
    });
  });

  it('is encrypted anew when the stack was made anew with another key (L1)', async () => {
    const bench = createBench();
    const secretConfig = { password: SECRET };
    await bench.run({ secretConfig });
    // Destroyed and created by somebody else, as far as this worker's memory goes.
    const other = createBench({ cacheDir: bench.path('other-cache') });
    const shared = { backendUrl: bench.backendUrl, passphraseFile: bench.path('passphrase'), secretConfig };
    await other.run({ ...shared, operation: 'destroy' });
    await other.run(shared);
    expect(await bench.run({ secretConfig })).toMatchObject({ outcome: 'succeeded' });
  });

  it('is masked in what a program prints in another writing, and in failure messages (L1)', async () => {
    const bench = createBench();
    const encoded = Buffer.from(`user:${SECRET}`).toString('base64');
    const config = { path: bench.path('file'), fail: `cannot log in with ${SECRET} or ${encoded}` };
    const result = await bench.run({ program: 'files', config, secrets: [SECRET, PASSPHRASE] });
    expect(result.failure?.message).toContain('cannot log in with [secret]');
    expect(result.failure?.message).not.toContain(encoded);
    await until(() => bench.log().includes('cannot log in with [secret]'), 'the log');
    expect(bench.log()).not.toContain(SECRET);
  });

  it('keeps every directory of a namespace to its owner (L6)', async () => {
    const bench = createBench();
    await bench.run();
    const loose = readdirSync(bench.path('cache'), { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);
    expect(loose).toEqual([]);
  });
});
