import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryEntryStatus, StackStatus } from '../../../src/stack/status';
import { eventually } from '../../support/eventually';
import { processesOn, stackctl, startStackctl, type Stackctl } from './engine-process';

const QUICKSTART = join(__dirname, '../../../examples/quickstart');
const SLOW_MS = 240_000;
const RESYNC_MS = 30_000;
/** Two signals within 300 ms are one key: a terminal and a program above both send it. */
const ANOTHER_KEY_MS = 400;

let root: string;
let stateDir: string;
let configDir: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-dev-'));
  stateDir = join(root, 'state');
  configDir = join(root, 'config');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The quickstart with another text in the program of `site`. */
function changedQuickstart(): string {
  const copy = join(root, 'quickstart');
  cpSync(QUICKSTART, copy, { recursive: true });
  const program = join(copy, 'repositories/site/index.js');
  writeFileSync(program, readFileSync(program, 'utf8').replace('Hello from a git repository', 'Hello again'));
  return copy;
}

const untilUp = (engine: Stackctl): Promise<true> =>
  eventually('the engine says where it is', () => engine.output().includes('Web UI') && true, SLOW_MS);

const devArguments = (...more: string[]): string[] => [
  ...['dev', '--state-dir', stateDir, '--port', '0', '--ui-port', '0'],
  ...more,
];

async function statusOf(name: string): Promise<StackStatus> {
  const { code, stdout, stderr } = await stackctl(['get', name, '-o', 'json'], configDir);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { status: StackStatus }).status;
}

const causesOf = ({ history }: StackStatus): string[] => history.map(({ cause }) => cause);

const serverPid = (): number =>
  (JSON.parse(readFileSync(join(stateDir, 'temporal.json'), 'utf8')) as { pid: number }).pid;

describe('stackctl dev --once', () => {
  it(
    'applies the quickstart, ends with 0 when both Stacks are Ready, and leaves no process',
    async () => {
      const { code, stdout, stderr } = await stackctl(devArguments('--once', '--apply', QUICKSTART), configDir);

      expect(code === 0 ? '' : stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout).toMatch(/default\/hello Ready/);
      expect(stdout).toMatch(/default\/site Ready/);
      expect(processesOn(root)).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'ends with 1 and says why when a Stack is Stalled',
    async () => {
      const { code, stdout, stderr } = await stackctl(
        devArguments('--once', '--apply', join(__dirname, 'stalled.yaml')),
        configDir,
      );

      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(/default\/nowhere is Stalled/);
    },
    SLOW_MS,
  );
});

describe('stackctl dev', () => {
  let engine: Stackctl;
  beforeAll(async () => {
    engine = startStackctl(devArguments('--apply', changedQuickstart()), configDir);
    await untilUp(engine);
  }, SLOW_MS);
  afterAll(async () => {
    engine.process.kill('SIGINT');
    await engine.ended;
  }, SLOW_MS);

  it(
    'goes on where the last engine stopped, timers included: no second creation, a resync at the time planned',
    async () => {
      const status = await eventually(
        'hello runs again by itself',
        async () => {
          const now = await statusOf('hello');
          return causesOf(now).includes('resync') && now;
        },
        SLOW_MS,
      );

      expect(causesOf(status).filter((cause) => cause === 'created')).toHaveLength(1);
      const [first, second] = oldestFirst(status.history);
      expect([first?.name, second?.name]).toEqual(['hello-1', 'hello-2']);
      expect(Date.parse(second!.startedAt) - Date.parse(first!.finishedAt)).toBeGreaterThanOrEqual(RESYNC_MS);
    },
    SLOW_MS,
  );

  it(
    'commits what changed in a folder beside the manifests, and the Stack runs it without waiting for its next look',
    async () => {
      const status = await eventually(
        'site runs the new commit',
        async () => {
          const now = await statusOf('site');
          // its own look may find the commit at the same moment: the request is served by one more run then
          const settled = now.reconcileRequests.every((r) => r.outcome !== undefined);
          return now.outputs?.greeting === 'Hello again' && settled && now;
        },
        SLOW_MS,
      );

      expect(status.reconcileRequests).toMatchObject([
        { token: `commit-${status.lastUpdate!.lastSuccessfulCommit}`, state: 'served', outcome: 'succeeded' },
      ]);
    },
    SLOW_MS,
  );

  it('refuses a second engine on its state directory and names the process that holds it', async () => {
    const { code, stderr } = await stackctl(devArguments(), configDir);

    expect(code).toBe(3);
    expect(stderr).toContain(`process id ${engine.process.pid}`);
    expect(stderr).toContain('--state-dir');
  });

  it(
    'survives the death of its Temporal server: starts it again, and a request is served',
    async () => {
      const dead = serverPid();
      process.kill(dead, 'SIGKILL');
      await eventually('another server runs', () => serverPid() !== dead, SLOW_MS);

      const { code, stderr } = await eventually(
        'the server answers',
        async () => {
          const ended = await stackctl(['reconcile', 'hello', '--token', 'after-the-kill'], configDir);
          return ended.code === 0 && ended;
        },
        SLOW_MS,
      );

      expect(code === 0 ? '' : stderr).toBe('');
      expect(code).toBe(0);
      expect(engine.output()).toContain('the Temporal server died');
    },
    SLOW_MS,
  );

  it(
    'on SIGINT interrupts what runs, ends with 0 and leaves no process',
    async () => {
      const { code } = await stackctl(['reconcile', 'site', '--force', '--wait=false'], configDir);
      expect(code).toBe(0);
      await eventually('Pulumi runs', async () => (await statusOf('site')).phase === 'Running', SLOW_MS);

      expect(processesOn(root)).not.toEqual([]);
      engine.process.kill('SIGINT');
      const ended = await engine.ended;

      expect(ended.code).toBe(0);
      expect(processesOn(root)).toEqual([]);
    },
    SLOW_MS,
  );
});

describe('stackctl dev that is not let go in peace', () => {
  it(
    'on a second SIGINT kills all that it started and ends at once',
    async () => {
      const engine = startStackctl(devArguments(), configDir);
      await untilUp(engine);
      engine.process.kill('SIGINT');
      await delay(ANOTHER_KEY_MS);
      engine.process.kill('SIGINT');

      expect((await engine.ended).code).toBe(130);
      expect(processesOn(root)).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'after SIGKILL the next engine takes the directory over, and ends the server that was left behind',
    async () => {
      const killed = startStackctl(devArguments(), configDir);
      await untilUp(killed);
      killed.process.kill('SIGKILL');
      await killed.ended;
      const left = serverPid();
      expect(processesOn(root)).toContain(left);

      const next = startStackctl(devArguments(), configDir);
      await untilUp(next);
      expect(processesOn(root)).not.toContain(left);
      next.process.kill('SIGTERM');

      expect((await next.ended).code).toBe(0);
      expect(processesOn(root)).toEqual([]);
    },
    SLOW_MS,
  );
});

describe('stackctl dev on a taken port', () => {
  let holder: Server;
  beforeAll((done) => void (holder = createServer().listen(0, '127.0.0.1', done)));
  afterAll((done) => void holder.close(done));

  it.each(['--port', '--ui-port'])('says in one line which port it is, and that %s helps', async (flag) => {
    const { port } = holder.address() as AddressInfo;
    const { code, stderr } = await stackctl(devArguments(flag, String(port)), configDir);

    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`port ${port}`);
    expect(stderr).toMatch(new RegExp(`use ${flag} \\d+`));
  });
});

const oldestFirst = (history: readonly HistoryEntryStatus[]): HistoryEntryStatus[] =>
  [...history].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
