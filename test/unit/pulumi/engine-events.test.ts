import type { EngineEvent } from '@pulumi/pulumi/automation/events';
import { createEngineTally, parseEvent, resourceName } from '../../../src/pulumi/engine-events';
import { describeEvent } from '../../../src/pulumi/event-text';

const STACK_URN = 'urn:pulumi:dev::app::pulumi:pulumi:Stack::app-dev';
const FILE_URN = 'urn:pulumi:dev::app::lab:index:File::file';

const event = (fields: Readonly<Record<string, unknown>>): EngineEvent => ({ sequence: 1, timestamp: 1, ...fields });
const metadata = (urn: string, op = 'create', outputs: unknown = {}): unknown => ({
  op,
  urn,
  type: urn.split('::')[2],
  new: { outputs },
});
const ended = (urn: string, op?: string, outputs?: unknown): EngineEvent =>
  event({ resOutputsEvent: { metadata: metadata(urn, op, outputs) } });
const diagnostic = (severity: string, message: string, urn?: string): EngineEvent =>
  event({
    diagnosticEvent: {
      severity,
      message,
      prefix: `${severity}: `,
      color: 'never',
      ...(urn === undefined ? {} : { urn }),
    },
  });

function reportOf(...events: EngineEvent[]) {
  const tally = createEngineTally();
  events.forEach((one) => tally.add(one));
  return tally.report();
}

describe('the tally of engine events', () => {
  it('counts what was dealt with, and names the last resource (E2)', () => {
    const report = reportOf(
      event({ resourcePreEvent: { metadata: metadata(STACK_URN) } }),
      event({ resourcePreEvent: { metadata: metadata(FILE_URN) } }),
      ended(FILE_URN),
    );
    expect(report).toMatchObject({ started: 2, done: 1, last: 'lab:index:File file' });
  });

  it('takes a resource that failed for dealt with (E2)', () => {
    expect(reportOf(event({ resOpFailedEvent: { metadata: metadata(FILE_URN), status: 0, steps: 1 } })).done).toBe(1);
  });

  it('counts changes as the summary does, by what people call them (E2)', () => {
    const resourceChanges = { create: 1, import: 1, update: 2, replace: 3, delete: 4, discard: 1, same: 5, read: 1 };
    expect(reportOf(event({ summaryEvent: { resourceChanges } })).changes).toEqual({
      create: 2,
      update: 2,
      replace: 3,
      delete: 5,
      same: 6,
    });
  });

  it('takes the outputs of the stack that were told last (E3)', () => {
    const report = reportOf(
      ended(STACK_URN, 'same', { a: 1 }),
      ended(FILE_URN, 'same', { b: 2 }),
      ended(STACK_URN, 'same', { a: 2 }),
    );
    expect(report.outputs).toEqual({ a: 2 });
  });

  it('keeps errors with their resource, and apart what a program writes to standard error (H2)', () => {
    const report = reportOf(
      diagnostic('debug', 'noise'),
      diagnostic('warning', 'careful'),
      diagnostic('error', 'bad\n', FILE_URN),
      diagnostic('info#err', '\u001b[31mError\u001b[0m: from the host\n'),
    );
    expect(report.errors).toEqual([{ message: 'bad', urn: FILE_URN }]);
    expect(report.programErrors).toBe('Error: from the host\n');
  });

  it('keeps mandatory policy violations only (H4)', () => {
    const policy = (enforcementLevel: string): EngineEvent =>
      event({ policyEvent: { enforcementLevel, policyName: enforcementLevel, message: 'no', resourceUrn: FILE_URN } });
    expect(reportOf(policy('advisory'), policy('mandatory')).violations).toEqual([
      { policy: 'mandatory', message: 'no', urn: FILE_URN },
    ]);
  });
});

describe('an event line', () => {
  it.each(['', 'no json', '{"half":'])('is nothing when it is %j', (line) => expect(parseEvent(line)).toBeUndefined());
});

describe('resourceName', () => {
  it.each([
    { urn: FILE_URN, name: 'lab:index:File file' },
    { urn: 'urn:pulumi:dev::app::my:Comp$lab:index:File::a::b', name: 'lab:index:File a::b' },
    { urn: 'no urn', name: 'no urn' },
  ])('$urn is $name', ({ urn, name }) => expect(resourceName(urn)).toBe(name));
});

describe('the log text of an event', () => {
  it.each([
    {
      name: 'a change that begins',
      given: event({ resourcePreEvent: { metadata: metadata(FILE_URN) } }),
      want: '… lab:index:File file: create\n',
    },
    { name: 'a change that is done', given: ended(FILE_URN, 'update'), want: '+ lab:index:File file: updated\n' },
    { name: 'what stays the same', given: ended(FILE_URN, 'same'), want: undefined },
    {
      name: 'a planned change',
      given: event({ resOutputsEvent: { metadata: metadata(FILE_URN), planning: true } }),
      want: '? lab:index:File file: would create\n',
    },
    {
      name: 'a failure',
      given: event({ resOpFailedEvent: { metadata: metadata(FILE_URN) } }),
      want: '! lab:index:File file: create failed\n',
    },
    { name: 'an error', given: diagnostic('error', 'bad\n', FILE_URN), want: 'error: lab:index:File file: bad\n' },
    { name: "the engine's own noise", given: diagnostic('debug', 'x'), want: undefined },
  ])('$name', ({ given, want }) => expect(describeEvent(given)).toBe(want));

  it('keeps what a program prints as it is', () => {
    expect(
      describeEvent(
        event({ diagnosticEvent: { severity: 'info', message: 'hello\n', urn: STACK_URN, color: 'never' } }),
      ),
    ).toBe('hello\n');
  });
});
