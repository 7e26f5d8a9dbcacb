import { StackHarness, type StackUnderTest } from '../support/stack-harness';

interface RawPayload {
  readonly metadata: Record<string, Uint8Array>;
  readonly data: Uint8Array;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const payload = (encoding: string, data: string): RawPayload => ({
  metadata: { encoding: bytes(encoding) },
  data: bytes(data),
});
const json = (data: string): RawPayload => payload('json/plain', data);

const hostile: { name: string; signal: string; payloads: RawPayload[] | undefined }[] = [
  { name: 'broken JSON', signal: 'apply', payloads: [json('{"spec":')] },
  { name: 'an unknown encoding', signal: 'apply', payloads: [payload('binary/encrypted', 'x')] },
  { name: 'no encoding', signal: 'apply', payloads: [{ metadata: {}, data: bytes('{}') }] },
  { name: 'protobuf without a type', signal: 'reconcile', payloads: [payload('json/protobuf', '{}')] },
  { name: 'binary/plain', signal: 'reconcile', payloads: [payload('binary/plain', 'abc')] },
  { name: 'no payload', signal: 'reconcile', payloads: undefined },
  { name: 'null', signal: 'reconcile', payloads: [payload('binary/null', '')] },
  { name: 'a string', signal: 'reconcile', payloads: [json('"t1"')] },
  { name: 'a list', signal: 'reconcile', payloads: [json('["t1"]')] },
  { name: 'two arguments', signal: 'reconcile', payloads: [json('{"token":"a"}'), json('{}')] },
  { name: 'a token that is a number', signal: 'reconcile', payloads: [json('{"token":1}')] },
  { name: '__proto__ as a key', signal: 'apply', payloads: [json('{"__proto__":{"origin":"direct"},"spec":{}}')] },
  { name: 'a lone surrogate', signal: 'apply', payloads: [json('{"origin":"direct","spec":{"stack":"\\ud800"}}')] },
  {
    name: '5,000 levels',
    signal: 'apply',
    payloads: [json(`{"origin":"direct","spec":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)],
  },
  {
    name: 'a spec of 200 KB',
    signal: 'apply',
    payloads: [json(JSON.stringify({ origin: 'direct', spec: { stack: 'x'.repeat(200_000) } }))],
  },
  { name: 'an unknown origin', signal: 'apply', payloads: [json('{"origin":"moon","spec":{}}')] },
  {
    name: 'a report of an attempt that never was',
    signal: 'attemptFailed',
    payloads: [json('{"id":"up-99","attempt":1,"delayMs":1,"class":"x","message":"y"}')],
  },
  {
    name: 'a report with a negative delay',
    signal: 'attemptFailed',
    payloads: [json('{"id":"up-1","attempt":1,"delayMs":-1}')],
  },
  {
    name: 'a suspension that ends in the past',
    signal: 'suspend',
    payloads: [json('{"until":"2001-01-01T00:00:00Z"}')],
  },
  { name: 'a delete with a list', signal: 'delete', payloads: [json('[]')] },
];

/** The server accepts these names; a default handler would block the workflow for ever. */
const reserved = Array.from(
  { length: 20 },
  (_, i) => `__temporal_${['x', 'stop', 'workflow_metadata', ''][i % 4] ?? ''}${i}`,
);

let harness: StackHarness;
let stack: StackUnderTest;
beforeAll(async () => {
  harness = await StackHarness.start();
  stack = harness.stack('hostile');
  await stack.apply();
  await stack.untilPhase('Ready');
});
afterAll(() => harness.stop());

async function sendRaw(signal: string, payloads: RawPayload[] | undefined): Promise<void> {
  await harness.client.workflowService.signalWorkflowExecution({
    namespace: harness.client.options.namespace,
    workflowExecution: { workflowId: stack.id },
    signalName: signal,
    ...(payloads === undefined ? {} : { input: { payloads } }),
  });
}

/** A token that is served afterwards proves that nothing stands still. */
async function stillServes(token: string): Promise<void> {
  await stack.signal('reconcile', { token });
  await stack.until(`token ${token} is served`, (s) =>
    s.reconcileRequests.some((r) => r.token === token && r.state === 'served'),
  );
}

describe('what is sent to a workflow', () => {
  it.each(hostile)(
    'cannot stop it: $name to $signal becomes a warning or nothing (A7)',
    async ({ name, signal, payloads }) => {
      await sendRaw(signal, payloads);
      await stillServes(name);
    },
  );

  it('cannot stop it: signals of unknown and of reserved names are ignored (A7)', async () => {
    for (const name of [...reserved, 'nope', 'constructor', '__proto__']) await sendRaw(name, [json('{}')]);
    await stillServes('after reserved names');
    expect((await stack.handle.describe()).status.name).toBe('RUNNING');
  });

  it('leaves no failed workflow task behind (A7)', async () => {
    const { events } = await stack.handle.fetchHistory();
    const failed = (events ?? []).filter((e) => e.workflowTaskFailedEventAttributes != null);
    expect(failed.map((e) => e.workflowTaskFailedEventAttributes?.failure?.message)).toEqual([]);
    expect((await stack.status()).warnings.length).toBeGreaterThan(5);
  });
});
