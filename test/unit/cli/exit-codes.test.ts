import { ConnectionError, NotFoundError, NoWorkerError } from '../../../src/client';
import type { HistoryEntryStatus } from '../../../src/stack/status';
import { ago, FakeClient, memo, spec, status, summary } from './fake-client';
import { runCli } from './run-cli';

const counts = { create: 0, update: 0, replace: 0, delete: 0, same: 2 };
const update = (difference: Partial<HistoryEntryStatus> = {}): HistoryEntryStatus => ({
  name: 'network-7',
  operation: 'up',
  cause: 'reconcileRequested',
  generation: 1,
  startedAt: ago(20),
  finishedAt: ago(10),
  attempts: 1,
  state: 'succeeded',
  changes: counts,
  ...difference,
});

/** A Stack that serves each request at once, with this outcome. */
function serving(outcome: string, entry: HistoryEntryStatus = update()): FakeClient {
  const client = new FakeClient();
  client.onSent = ({ name, message }) => {
    if (name !== 'reconcile') return;
    const { token } = message as { token: string };
    client.descriptions = [summary(), summary({ memo: memo({ served: [{ token, outcome, update: 'network-7' }] }) })];
  };
  client.statusNow = status({ history: [entry] });
  return client;
}

const suspended = (): FakeClient => {
  const client = new FakeClient();
  const shown = { phase: 'Suspended', reason: 'Suspended' } as const;
  client.descriptions = [
    summary({ ...shown, suspended: true, memo: memo({ ...shown, message: 'suspended: freeze' }) }),
  ];
  return client;
};

const failing = (fault: Error): FakeClient => Object.assign(new FakeClient(), { fault });

describe('reconcile (C5)', () => {
  it('waits for its own token and ends with 0 when the run succeeded', async () => {
    const client = serving('succeeded');
    const { code, stdout, stderr } = await runCli('reconcile network --token t1 --force', { client });

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'stack/default/network: network-7 succeeded: no changes\n' });
    expect(stderr).toBe('stack/default/network: Ready: the stack is as declared\n');
    expect(client.sent).toEqual([
      {
        name: 'reconcile',
        stack: { namespace: 'default', name: 'network' },
        message: { token: 't1', force: true, by: 'ada' },
      },
    ]);
  });

  it.each(['failed', 'cancelled'])('ends with 1 when the run was %s', async (outcome) => {
    const entry = update({ state: 'failed', message: 'bucket exists already' });
    const { code, stdout } = await runCli('reconcile network', { client: serving(outcome, entry) });

    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `stack/default/network: network-7 ${outcome}: bucket exists already\n`,
    });
  });

  it('does not take the end of another token for its own, and ends with 4 when its time is over', async () => {
    const client = serving('succeeded');
    client.onSent = () => undefined;
    client.descriptions = [
      summary({ memo: memo({ served: [{ token: 'old', outcome: 'succeeded', update: 'n-1' }] }) }),
    ];
    const { code, stderr } = await runCli('reconcile network --timeout 5ms', { client });

    expect(code).toBe(4);
    expect(stderr).toContain('timed out: it is Ready (ProcessingCompleted)');
  });

  it('is refused with 3 while the Stack is suspended, and nothing is sent', async () => {
    const client = suspended();
    const { code, stderr } = await runCli('reconcile network', { client });

    expect({ code, sent: client.sent }).toEqual({ code: 3, sent: [] });
    expect(stderr).toBe(
      'error: stack/default/network is suspended: freeze; resume it, or keep the request for then with --queue\n',
    );
  });

  it('keeps the request with --queue, and does not wait for a resume', async () => {
    const client = suspended();
    const { code, stdout } = await runCli('reconcile network --queue --token later', { client });

    expect({ code, sent: client.sent.length }).toEqual({ code: 0, sent: 1 });
    expect(stdout).toContain('it is suspended and runs when it is resumed');
  });

  it.each(['--no-wait', '--wait=false'])('returns at once with %s', async (flag) => {
    const { code, stdout } = await runCli(`reconcile network --token t1 ${flag}`);

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'stack/default/network: request t1 sent\n' });
  });

  it('ends with 130 on Ctrl-C and says that the request goes on', async () => {
    const client = new FakeClient();
    const { code, stderr } = await runCli('reconcile network', { client, interrupt: AbortSignal.abort() });

    expect(code).toBe(130);
    expect(stderr).toContain('the request goes on: see stackctl describe default/network');
  });
});

describe('preview', () => {
  it.each([
    {
      when: 'it would change something',
      changes: { ...counts, create: 2, replace: 1 },
      code: 5,
      says: '2 create, 1 replace',
    },
    { when: 'it would change nothing', changes: counts, code: 0, says: 'no changes' },
  ])('ends with $code when $when', async ({ changes, code: wanted, says }) => {
    const client = serving('succeeded', update({ operation: 'preview', changes }));
    const { code, stdout } = await runCli('preview network', { client });

    expect({ code, stdout }).toEqual({ code: wanted, stdout: `stack/default/network: preview network-7: ${says}\n` });
    expect(client.sent[0]?.message).toMatchObject({ operation: 'preview' });
  });

  it('ends with 1 when it failed', async () => {
    const client = serving('failed', update({ operation: 'preview', state: 'failed', message: 'no such file' }));
    expect(await runCli('preview network', { client })).toMatchObject({
      code: 1,
      stdout: 'stack/default/network: preview network-7: failed: no such file\n',
    });
  });
});

describe('suspend, resume, cancel and delete (K1, K2)', () => {
  it('suspends with reason and end', async () => {
    const client = new FakeClient();
    const { code, stdout } = await runCli('suspend network --reason freeze --until 2h', { client });

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'stack/default/network suspended until 2h\n' });
    expect(client.sent[0]?.message).toEqual({ reason: 'freeze', until: '2h', by: 'ada' });
  });

  it('resumes what a signal suspended', async () => {
    const client = suspended();
    expect(await runCli('resume network', { client })).toMatchObject({ code: 0 });
    expect(client.sent.map(({ name }) => name)).toEqual(['resume']);
  });

  it('refuses with 3 to resume what its spec suspends, and sends nothing', async () => {
    const client = suspended();
    client.specNow = spec({ suspend: true });
    const { code, stderr } = await runCli('resume network', { client });

    expect({ code, sent: client.sent }).toEqual({ code: 3, sent: [] });
    expect(stderr).toContain('spec.suspend is true');
  });

  it('cancels the operation in hand', async () => {
    const client = new FakeClient();
    client.descriptions = [summary({ operation: { operation: 'up', state: 'running', attempt: 1 } })];
    expect(await runCli('cancel network', { client })).toMatchObject({ code: 0 });
    expect(client.sent.map(({ name }) => name)).toEqual(['cancel']);
  });

  it('says that there is nothing to cancel, and sends nothing', async () => {
    const client = new FakeClient();
    const { code, stdout } = await runCli('cancel network', { client });

    expect({ code, sent: client.sent }).toEqual({ code: 0, sent: [] });
    expect(stdout).toContain('nothing to cancel');
  });

  it('waits with --wait until the Stack is gone', async () => {
    const client = new FakeClient();
    client.onSent = () => {
      client.descriptions = [];
    };
    const { code, stdout } = await runCli('delete network --wait --orphan', { client });

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'stack/default/network deleted\n' });
    expect(client.sent[0]?.message).toEqual({ orphan: true, by: 'ada' });
  });
});

describe('wait', () => {
  const running = summary({ phase: 'Running', ready: false, reason: 'StackProcessing' });

  it.each([
    { goal: 'ready', seen: [running, summary()], code: 0 },
    { goal: 'ready', seen: [summary({ phase: 'Stalled', ready: false })], code: 4 },
    // the memo is as old as the last decision to wait; attributes are not
    { goal: 'ready', seen: [{ ...running, memo: memo() }], code: 4 },
    { goal: 'idle', seen: [running, summary({ phase: 'Stalled', ready: false })], code: 0 },
    {
      goal: 'idle',
      seen: [summary({ phase: 'Suspended', operation: { operation: 'up', state: 'running', attempt: 1 } })],
      code: 4,
    },
    {
      goal: 'served=t',
      seen: [summary({ memo: memo({ served: [{ token: 't', outcome: 'failed', update: 'n-1' }] }) })],
      code: 1,
    },
  ])('for $goal ends with $code', async ({ goal, seen, code: wanted }) => {
    const client = new FakeClient();
    client.descriptions = [...seen];
    const { code } = await runCli(`wait network --for ${goal} --timeout ${wanted === 4 ? '5ms' : '1m'}`, { client });

    expect(code).toBe(wanted);
  });
});

describe('faults', () => {
  it('of the connection are one readable line, and end with 1', async () => {
    const refuses = new ConnectionError(
      'no Temporal server answers at localhost:7233: start an engine with stackctl dev',
    );
    const { code, stdout, stderr } = await runCli('get', { refuses });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('error: no Temporal server answers at localhost:7233: start an engine with stackctl dev\n');
  });

  it.each(['get network', 'describe network', 'reconcile network', 'delete network', 'wait network --for ready'])(
    'a Stack that does not exist ends %s with 1',
    async (line) => {
      const client = failing(new NotFoundError('there is no Stack default/network'));
      const { code, stderr } = await runCli(line, { client });

      expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: there is no Stack default/network\n' });
    },
  );

  it.each(['describe network', 'explain network', 'history network', 'events network', 'outputs network'])(
    'a missing worker ends %s with 1 and says how to start one',
    async (line) => {
      const client = new FakeClient();
      client.queryFault = new NoWorkerError('no worker polls queue stackwright: start one with stackctl worker');
      const { code, stderr } = await runCli(line, { client });

      expect(code).toBe(1);
      expect(stderr).toBe('error: no worker polls queue stackwright: start one with stackctl worker\n');
    },
  );

  it('of any other kind are one line too', async () => {
    const { code, stderr } = await runCli('get network', { client: failing(new Error('first line\nsecond line')) });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: first line\n' });
  });

  it('leave no connection open', async () => {
    const client = failing(new Error('broken'));
    await runCli('get network', { client });
    expect(client.isClosed).toBe(true);
  });
});
