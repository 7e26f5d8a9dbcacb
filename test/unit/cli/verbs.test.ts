import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ago, FakeClient, memo, spec, status, summary } from './fake-client';
import { runCli } from './run-cli';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'stackwright-cli-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

describe('get', () => {
  const others = [summary(), summary({ id: { namespace: 'prod', name: 'cluster' } })];

  it('prints names that other verbs take', async () => {
    const { stdout } = await runCli('get -o name', { client: Object.assign(new FakeClient(), { stacks: others }) });
    expect(stdout).toBe('stack/default/network\nstack/prod/cluster\n');
    await expect(runCli('get stack/prod/cluster')).resolves.toMatchObject({ code: 0 });
  });

  it('shows one Stack as {metadata, spec, status} and several as {items}', async () => {
    const client = new FakeClient();
    const one = { metadata: { namespace: 'default', name: 'network' }, spec: spec(), status: status() };

    expect(JSON.parse((await runCli('get network -o json', { client })).stdout)).toEqual(plain(one));
    expect(JSON.parse((await runCli('get -o json', { client })).stdout)).toEqual(plain({ items: [one] }));
  });

  it('says on standard error that there are none', async () => {
    const client = Object.assign(new FakeClient(), { stacks: [] });
    expect(await runCli('get -n prod', { client })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'there are no Stacks in namespace prod\n',
    });
  });

  it('paints on a terminal only, and never with NO_COLOR or --no-color', async () => {
    const escape = '\u001b[';
    expect((await runCli('get', { isTTY: true })).stdout).toContain(escape);
    expect((await runCli('get')).stdout).not.toContain(escape);
    expect((await runCli('get', { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(escape);
    expect((await runCli('get --no-color', { isTTY: true })).stdout).not.toContain(escape);
  });
});

describe('explain', () => {
  it('is one sentence', async () => {
    expect((await runCli('explain network')).stdout).toBe(
      'default/network is Ready: in sync; next resync at 2026-12-01T10:00:25Z.\n',
    );
  });
});

describe('outputs (E3)', () => {
  const client = (): FakeClient => {
    const fake = new FakeClient();
    fake.statusNow = status({ outputs: { url: 'https://a', password: '[secret]', ports: [80, 443] } });
    return fake;
  };

  it('are masked as the status has them', async () => {
    expect((await runCli('outputs network', { client: client() })).stdout).toBe(
      'url       https://a\npassword  [secret]\nports     [80,443]\n',
    );
  });

  it('refuse --show-secrets where the engine of this machine is not the one in use', async () => {
    const fake = client();
    fake.statusNow = { ...fake.statusNow, projectInfo: { name: 'net', runtime: 'yaml' } };
    const { code, stdout, stderr } = await runCli('outputs network --show-secrets', { client: fake });

    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('localhost:7233 is not one on this machine');
  });

  it('say so when there are none yet', async () => {
    expect(await runCli('outputs network')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'stack/default/network: no outputs yet\n',
    });
  });
});

describe('logs', () => {
  const write = (update: number, attempt: number, text: string): void => {
    const folder = join(stateDir, 'logs', 'default', 'network', String(update));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${attempt}.log`), text);
  };

  it('are those of the newest update', async () => {
    write(1, 1, 'old\n');
    write(2, 1, 'new\n');
    expect(await runCli('logs network', { client: new FakeClient(stateDir) })).toEqual({
      code: 0,
      stdout: 'new\n',
      stderr: '',
    });
  });

  it('are those of one update, with a heading for each of its attempts', async () => {
    write(1, 1, 'first\n');
    write(1, 2, 'second\n');
    write(2, 1, 'new\n');
    expect(await runCli('logs network --update 1', { client: new FakeClient(stateDir) })).toEqual({
      code: 0,
      stdout: 'first\nsecond\n',
      stderr: '==> network-1, attempt 1 <==\n==> network-1, attempt 2 <==\n',
    });
  });

  it('name the host when they lie on another one', async () => {
    const client = Object.assign(new FakeClient(), { host: 'worker-3' });
    const { code, stderr } = await runCli('logs network', { client });

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: stack/default/network: logs lie on worker-3, in the state directory of its worker\n',
    });
  });
});

describe('events', () => {
  it('wrap long messages instead of cutting them', async () => {
    const client = new FakeClient();
    client.eventsNow = [
      { at: ago(65), type: 'Warning', reason: 'StackUpdateFailure', note: 'word '.repeat(20).trim() },
    ];
    const { stdout } = await runCli('events network', { client });

    expect(stdout.match(/word/g)).toHaveLength(20);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('check', () => {
  it('names each problem with what to do about it, and ends with 1', async () => {
    const { code, stdout } = await runCli('check', { env: { PATH: '/nowhere', HOME: '/nowhere' } });

    expect(code).toBe(1);
    expect(stdout).toContain('ok       server: localhost:7233, Temporal 1.32.0');
    expect(stdout).toContain(
      'temporal operator search-attribute create --namespace default --name StackPhase --type Keyword',
    );
    expect(stdout).toContain('problem  queue stackwright: no worker polls it');
    expect(stdout).toContain('problem  pulumi: not found');
  });
});

describe('describe', () => {
  it('shows what it is, does and did', async () => {
    const client = new FakeClient();
    const operation = { operation: 'up', state: 'running', attempt: 2, host: 'worker-3' } as const;
    client.descriptions = [
      summary({
        phase: 'Running',
        operation: { ...operation, progress: { phase: 'pulumi', done: 3, total: 8, last: 'vpc' } },
      }),
    ];
    client.statusNow = status({
      phase: 'Running',
      currentUpdate: {
        name: 'network-8',
        generation: 1,
        operation: 'up',
        cause: 'reconcileRequested',
        by: 'ada',
        startedAt: ago(40),
        attempt: 2,
      },
      warnings: ['something odd'],
    });
    const { stdout } = await runCli('describe network', { client });

    expect(stdout).toBe(`Name:        network
Namespace:   default
Phase:       Running
Why:         default/network is Ready: in sync; next resync at 2026-12-01T10:00:25Z.
Generation:  1
Run since:   2026-12-01T08:00:00.000Z (2h ago)
Spec:
  Stack:   dev
  Source:  Program network
Operation:
  Update:     network-8
  Operation:  up
  Cause:      reconcileRequested, by ada
  Since:      ${ago(40)} (40s ago)
  Attempt:    2
  Doing:      attempt 2 of up, 3 of 8 resources, last vpc
  Host:       worker-3
Warnings:
  something odd
`);
  });

  it('shows a spec that was never accepted as none', async () => {
    const client = new FakeClient();
    client.specNow = undefined;
    client.descriptions = [summary({ phase: 'Stalled', memo: memo({ phase: 'Stalled' }) })];
    await expect(runCli('describe network', { client })).resolves.toMatchObject({ code: 0 });
  });
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
