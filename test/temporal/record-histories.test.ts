import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { historiesOf, replay, todaysBundle } from '../support/replay';
import { scenarios } from '../support/scenarios';
import { StackHarness } from '../support/stack-harness';

/** Set by `npm run record-histories`: the folder of the release whose histories are kept. */
const folder = process.env.STACKWRIGHT_RECORD;

/** Stack traces and worker identities name the machine that recorded, and no replay reads them. */
function withoutMachine(json: string): string {
  return json
    .replace(/"stackTrace": "(?:[^"\\]|\\.)*"/g, '"stackTrace": ""')
    .replace(/"(identity|lastWorkerIdentity)": "[^"]*"/g, '"$1": "recorder"')
    .replace(/"\d+@[^"]+"/g, '"recorder"');
}

describe('the scenarios of the golden histories', () => {
  let harness: StackHarness;
  beforeAll(async () => {
    harness = await StackHarness.start({ continueAsNew: { events: 120, bytes: 1_000_000, signals: 2_000 } });
  });
  afterAll(() => harness.stop());

  it.each(scenarios)('$name: its histories replay on the code that made them (I5)', async (scenario) => {
    const stack = harness.stack(scenario.name);
    await scenario.play(stack, harness);
    const histories = await historiesOf(stack);
    expect(await replay(await todaysBundle(), histories)).toEqual([]);
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    for (const [index, { history }] of histories.entries()) {
      await writeFile(join(folder, `${scenario.name}-${index + 1}.json`), withoutMachine(historyToJSON(history)));
    }
  });
});
