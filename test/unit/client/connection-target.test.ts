import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveTarget, unreachable, type TargetOptions } from '../../../src/client';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stackwright-target-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const NO_PROCESS = 2 ** 22 + 1; // above the highest process id of Linux

function writeEngine(fields: Record<string, unknown> = {}): void {
  mkdirSync(join(home, 'stackwright'), { recursive: true });
  const engine = { address: '127.0.0.1:7301', stateDir: '/state', pid: process.pid, ...fields };
  writeFileSync(join(home, 'stackwright', 'dev.json'), JSON.stringify(engine));
}

async function target(options: TargetOptions = {}, variables: Record<string, string> = {}) {
  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    TEMPORAL_CONFIG_FILE: join(home, 'none.toml'),
    ...variables,
  };
  return (await resolveTarget({ environment, ...options })).target;
}

describe('resolveTarget', () => {
  it('is localhost when nothing is set', async () => {
    expect(await target()).toEqual({ address: 'localhost:7233', namespace: 'default', from: 'default' });
  });

  it('is the embedded engine when nothing else is set', async () => {
    writeEngine();
    expect(await target()).toMatchObject({ address: '127.0.0.1:7301', from: 'dev', engine: { stateDir: '/state' } });
  });

  it('is what TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say before the engine', async () => {
    writeEngine();
    expect(await target({}, { TEMPORAL_ADDRESS: 'temporal.example:7233', TEMPORAL_NAMESPACE: 'prod' })).toEqual({
      address: 'temporal.example:7233',
      namespace: 'prod',
      from: 'environment',
    });
  });

  it('is what a profile says before the engine', async () => {
    writeEngine();
    const file = join(home, 'temporal.toml');
    writeFileSync(file, '[profile.default]\naddress = "profile.example:7233"\n');
    expect(await target({}, { TEMPORAL_CONFIG_FILE: file })).toMatchObject({ address: 'profile.example:7233' });
  });

  it('is what the options say before anything else', async () => {
    const options = { address: 'a:1', namespace: 'n' };
    expect(await target(options, { TEMPORAL_ADDRESS: 'b:1' })).toEqual({ ...options, from: 'option' });
  });

  it('knows the engine of this machine by another name of the loopback interface', async () => {
    writeEngine();
    expect(await target({ address: 'localhost:7301' })).toMatchObject({
      from: 'option',
      engine: { stateDir: '/state' },
    });
  });

  it.each([
    { when: 'was stopped', fields: { stoppedAt: '2026-12-01T10:00:00Z' } },
    { when: 'was killed', fields: { pid: NO_PROCESS } },
  ])('is not an engine that $when, and says so when nothing answers', async ({ fields }) => {
    writeEngine(fields);
    const found = await target();

    expect(found).toMatchObject({ address: 'localhost:7233', from: 'default' });
    expect(found.engine).toBeUndefined();
    expect(unreachable(found)).toContain('the embedded engine in /state does not run: start it with stackctl dev');
  });

  it.each(['', '[]', '{"address": 1}', 'null'])('passes over a damaged dev.json: %s', async (text) => {
    writeEngine();
    writeFileSync(join(home, 'stackwright', 'dev.json'), text);
    expect(await target()).toMatchObject({ address: 'localhost:7233', from: 'default' });
  });

  it('rejects with one readable error when the profile is broken', async () => {
    const file = join(home, 'temporal.toml');
    writeFileSync(file, 'not toml');
    await expect(target({}, { TEMPORAL_CONFIG_FILE: file })).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});
