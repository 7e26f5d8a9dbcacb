import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { bad } from '../../support/scripted-adapters';
import { StackHarness, type StackUnderTest } from '../../support/stack-harness';
import { startTemporal, stopTemporal, type TemporalServer } from '../../support/temporal-server';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = BROWSERS.find((path) => existsSync(path));
/** Set to keep a picture of the page, as the README shows it. */
const picture = process.env.STACKWRIGHT_PICTURE;

const suite = executablePath === undefined ? describe.skip : describe;

suite("a stack's page in Temporal's Web UI, in a real browser", () => {
  let server: TemporalServer;
  let harness: StackHarness;
  let browser: Browser;
  let stack: StackUnderTest;

  beforeAll(async () => {
    server = await startTemporal({ ui: true });
    harness = await StackHarness.start({}, server.address);
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    });
    stack = harness.stack('network');
    harness.adapters.script(stack.name, () => Promise.resolve(bad('bucket assets: quota exceeded')));
    await stack.apply({ retryPolicy: { initialIntervalSeconds: 900, jitter: 0 } });
    await stack.untilPhase('BackingOff');
  });

  afterAll(async () => {
    await browser.close();
    await harness.stop();
    await stopTemporal(server);
  });

  async function pageText(tab: string, expected: string): Promise<string> {
    const { runId } = (await stack.handle.describe()) as { runId: string };
    const page = await browser.newPage({ viewport: { width: 1_280, height: 1_000 } });
    const { namespace } = harness.client.options;
    await page.goto(
      `${server.uiUrl ?? ''}/namespaces/${namespace}/workflows/${encodeURIComponent(stack.id)}/${runId}/${tab}`,
    );
    await page.getByText(expected).first().waitFor({ timeout: 60_000 });
    if (picture !== undefined && tab === 'timeline') await page.screenshot({ path: picture });
    const text = await page.innerText('body');
    await page.close();
    return text;
  }

  it('tells in the timeline what woke it and why the operation runs (E2, A5)', async () => {
    const text = await pageText('timeline', 'first up');
    expect(text).toContain('created');
    expect(text).toContain('decide');
    expect(text).toContain('attemptFailed');
  });

  it('gets state, last failure and next try as current details, in Markdown (E2, H2)', async () => {
    const metadata = await stack.handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toContain('### BackingOff');
    expect(metadata.currentDetails).toContain('**Last failure** bucket assets: quota exceeded');
    expect(metadata.currentDetails).toMatch(/next try of .* at \d{4}-/);
  });

  it('lists the decision as a search attribute, for people who look for trouble (E2)', async () => {
    const text = await pageText('search-attributes', 'StackReason');
    expect(text).toContain('RetryingAfterFailure');
  });
});
