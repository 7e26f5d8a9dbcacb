import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, Worker, type WorkflowBundle } from '@temporalio/worker';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflows } from '../../worker/bundle';

const ROOT = join(__dirname, 'histories');
const releases = readdirSync(ROOT);
const golden = releases.flatMap((release) =>
  readdirSync(join(ROOT, release)).map((file) => ({
    name: `${release}/${file}`,
    history: historyFromJSON(JSON.parse(readFileSync(join(ROOT, release, file), 'utf8'))),
  })),
);

/** Today's bundle with one module exchanged for a file of `changed/`. */
async function bundleWith(module: RegExp, replacement: string): Promise<WorkflowBundle> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows/index'),
    payloadConverterPath: require.resolve('../../workflows/payload-converter'),
    webpackConfigHook: (config) => ({
      ...config,
      plugins: [...(config.plugins ?? []), exchange(module, join(__dirname, 'changed', replacement))],
    }),
  });
  return { code };
}

function exchange(module: RegExp, path: string) {
  // webpack comes with the SDK's bundler, which is what takes the plugin
  const { NormalModuleReplacementPlugin } = jest.requireActual<{
    NormalModuleReplacementPlugin: new (
      pattern: RegExp,
      replace: (resource: { request: string; contextInfo: { issuer: string } }) => void,
    ) => {
      apply(compiler: unknown): void;
    };
  }>('webpack');
  return new NormalModuleReplacementPlugin(module, (resource) => {
    if (!resource.contextInfo.issuer.includes('/changed/')) resource.request = path;
  });
}

async function replayAll(workflowBundle: WorkflowBundle): Promise<string[]> {
  const histories = golden.map(({ name, history }) => ({ workflowId: idOf(history) ?? name, history }));
  const options = {
    workflowBundle,
    dataConverter: { payloadConverterPath: require.resolve('../../workflows/payload-converter') },
  };
  const errors: string[] = [];
  for await (const result of Worker.runReplayHistories(options, histories)) {
    if (result.error !== undefined) errors.push(result.error.message);
  }
  return errors;
}

function idOf(history: (typeof golden)[number]['history']): string | undefined {
  return history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowId ?? undefined;
}

describe('histories that were recorded from real runs', () => {
  it('are there, of every scenario', () => {
    expect(golden.length).toBeGreaterThanOrEqual(10);
  });

  it("replay on today's code (I5)", async () => {
    expect(await replayAll({ code: await bundleWorkflows() })).toEqual([]);
  });

  it('replay whatever the rules say: no rule is in the workflow at all (A5)', async () => {
    const code = await bundleWorkflows();
    for (const rule of ['choose', 'decide', 'guards', 'triggers', 'interruption', 'story', 'reduce-inputs']) {
      expect(code).not.toContain(`src/reconcile/${rule}.ts`);
    }
    expect(await replayAll(await bundleWith(/src\/reconcile\/details$/, 'details.ts'))).toEqual([]);
  });

  it('fail on a shell that issues another command: the alarm works (I5)', async () => {
    const errors = await replayAll(await bundleWith(/\.\/activity-options$/, 'activity-options.ts'));
    expect(errors.length).toBeGreaterThanOrEqual(10);
    expect(errors[0]).toContain('Nondeterminism');
  });
});
