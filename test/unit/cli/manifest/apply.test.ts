import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotFoundError, NoWorkerError } from '../../../../src/client';
import { createStore } from '../../../../src/store';
import { FakeClient, memo, spec, status, summary } from '../fake-client';
import { runCli } from '../run-cli';
import { PROGRAM, SECRET, STACK } from './manifests';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'stackwright-apply-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const absent = (): FakeClient =>
  Object.assign(new FakeClient(stateDir), { queryFault: new NotFoundError('there is no Stack default/network') });

/** A Stack that has taken each message when it is asked next. */
function present(generationAfter: number): FakeClient {
  const client = new FakeClient(stateDir);
  client.onSent = () => {
    client.explanationNow = { ...client.explanationNow, decision: { ...client.explanationNow.decision, at: 'later' } };
    client.statusNow = status({ observedGeneration: generationAfter });
  };
  return client;
}

describe('apply (A1, A2)', () => {
  it('stores what Stacks refer to before it sends them', async () => {
    const client = absent();
    const { code, stdout } = await runCli('apply -f -', { client, stdin: [STACK, PROGRAM, SECRET].join('---\n') });

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'program/default/network applied\nsecret/default/db applied\nstack/default/network created\n',
    });
    const store = createStore(join(stateDir, 'store'));
    await expect(store.secret('default', 'db')).resolves.toEqual({ password: 'correct horse' });
    expect(client.sent).toEqual([
      {
        name: 'apply',
        stack: { namespace: 'default', name: 'network' },
        message: { spec: { stack: 'dev', programRef: { name: 'network' } }, origin: 'direct', by: 'ada' },
      },
    ]);
  });

  it.each([
    { generation: 2, says: 'stack/default/network applied (generation 2)\n' },
    { generation: 1, says: 'stack/default/network unchanged\n' },
  ])('says what became of a Stack that exists: $says', async ({ generation, says }) => {
    expect((await runCli('apply -f -', { client: present(generation), stdin: STACK })).stdout).toBe(says);
  });

  it('takes a resync that the worker raised to its floor for the same spec', async () => {
    const client = present(1);
    client.specNow = spec({ resyncFrequencySeconds: 60 });
    const stdin = `${STACK}  resyncFrequencySeconds: 5\n`;
    expect((await runCli('apply -f -', { client, stdin })).stdout).toBe('stack/default/network unchanged\n');
  });

  it('says that no worker has taken it when none answers', async () => {
    const client = Object.assign(new FakeClient(), { queryFault: new NoWorkerError('no worker') });
    const { code, stdout } = await runCli('apply -f -', { client, stdin: STACK });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'stack/default/network sent: no worker has taken it yet\n' });
  });

  it('sends the tokens of annotations with the spec (C1)', async () => {
    const client = absent();
    const stdin = STACK.replace(
      'name: network\nspec',
      'name: network\n  annotations: {pulumi.com/reconciliation-request: a, reconcile.fluxcd.io/requestedAt: b}\nspec',
    );
    await runCli('apply -f -', { client, stdin });
    expect(client.sent[0]?.message).toMatchObject({ tokens: { pulumi: 'a', flux: 'b' } });
  });

  it('refuses with 3 to store anything for an engine elsewhere, and sends nothing', async () => {
    const client = new FakeClient();
    const { code, stderr } = await runCli('apply -f -', { client, stdin: `${SECRET}---\n${STACK}` });

    expect({ code, sent: client.sent }).toEqual({ code: 3, sent: [] });
    expect(stderr).toContain('Secret documents lie in the state directory of an engine of this machine');
  });

  it('ends with 2 and sends nothing when one of the documents is wrong', async () => {
    const client = absent();
    const { code, stderr } = await runCli('apply -f -', { client, stdin: `${STACK}---\n${STACK}  resync: 1\n` });

    expect({ code, sent: client.sent }).toEqual({ code: 2, sent: [] });
    expect(stderr).toContain('error: standard input:18: spec.resync');
  });

  it.each([
    { end: { phase: 'Ready' }, code: 0, says: 'stack/default/network is ready' },
    {
      end: { phase: 'Stalled', reason: 'UpdateFailed', message: 'no such bucket', ready: false },
      code: 1,
      says: 'stack/default/network is Stalled (UpdateFailed): no such bucket',
    },
  ] as const)('waits with --wait for the generation it applied, and ends with $code', async ({ end, code, says }) => {
    const client = present(2);
    const { phase, ready } = { ready: true, ...end };
    client.descriptions = [
      summary({ memo: memo({ generation: 1 }) }),
      summary({ phase, ready, memo: memo({ generation: 2, ...end }) }),
    ];
    const ended = await runCli('apply -f - --wait', { client, stdin: STACK });

    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(says);
  });
});
