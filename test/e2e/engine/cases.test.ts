import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../../support/eventually';
import { StackHarness } from '../../support/stack-harness';

const LAB = resolve(__dirname, '../../fixtures/lab');

/** A git repository with a program whose one resource is a file; each commit states what the resource does. */
class Repository {
  readonly dir: string;
  readonly url: string;
  constructor(root: string) {
    this.dir = join(root, 'repository');
    this.url = `file://${this.dir}`;
    mkdirSync(this.dir);
    this.git('init', '--quiet', '--initial-branch=main');
  }

  commit(properties: string): string {
    const program = [
      'name: lab',
      'runtime: yaml',
      `plugins: {providers: [{name: lab, path: ${LAB}}]}`,
      'config: {content: {type: string, default: hello}}',
      'resources:',
      '  file: {type: "lab:index:File", properties: {' + properties + '}}',
      'outputs: {size: "${file.size}"}',
    ];
    writeFileSync(join(this.dir, 'Pulumi.yaml'), program.join('\n'));
    this.git('add', '--all');
    this.git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'change');
    return this.git('rev-parse', 'HEAD').trim();
  }

  private git(...args: string[]): string {
    return execFileSync('git', ['-C', this.dir, ...args], { encoding: 'utf8' });
  }
}

describe('a Stack from a real git repository, on the real Pulumi CLI', () => {
  let root: string;
  let harness: StackHarness;
  const path = (name: string): string => join(root, name);

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'stackwright-cases-'));
    mkdirSync(path('backend'));
    writeFileSync(path('passphrase'), 'correct horse', { mode: 0o600 });
    harness = await StackHarness.start({
      pulumi: process.env.STACKWRIGHT_PULUMI ?? 'pulumi',
      cacheDir: path('cache'),
      stateDir: path('state'),
      defaultBackend: `file://${path('backend')}`,
      defaultPassphraseFile: path('passphrase'),
      maxConcurrentUpdates: 2,
    });
  });
  afterAll(async () => {
    await harness.stop();
    execFileSync('chmod', ['-R', 'u+w', root]); // checkouts are sealed
    rmSync(root, { recursive: true, force: true });
  });

  const fromGit = (repository: Repository, difference: Record<string, unknown> = {}) => ({
    programRef: undefined,
    projectRepo: repository.url,
    branch: 'main',
    resyncFrequencySeconds: 1,
    ...difference,
  });

  it('patched twice during a run: the first run is undisturbed, then exactly one more with the newest spec (case 11, E1)', async () => {
    const repository = new Repository(mkdtempSync(join(root, 'a-')));
    repository.commit(
      `path: "${path('a')}", content: "\${content}", hangWhile: "${path('hang')}", started: "${path('started')}"`,
    );
    writeFileSync(path('hang'), '');
    const stack = harness.stack('patched');
    await stack.apply(fromGit(repository, { config: { content: 'one' } }));
    await eventually('the resource is being created', () => existsSync(path('started')));
    await stack.apply(fromGit(repository, { config: { content: 'two' } }));
    await stack.apply(fromGit(repository, { config: { content: 'three' } }));
    await stack.until('both were seen', (s) => s.observedGeneration === 3 && s.phase === 'Running');
    rmSync(path('hang'));
    const status = await stack.until('the newest runs', (s) => s.phase === 'Ready' && s.lastUpdate?.generation === 3);
    expect(status.history).toMatchObject([
      { generation: 1, state: 'succeeded', changes: { create: 2 } },
      { generation: 3, state: 'succeeded', changes: { update: 1 } },
    ]);
    expect(readFileSync(path('a'), 'utf8')).toBe('three');
    await stack.handle.terminate();
  });

  it('with new commits during a backoff, twice: each starts within one poll, with its own full set of retries (case 12, D2, H3)', async () => {
    const repository = new Repository(mkdtempSync(join(root, 'b-')));
    repository.commit(`path: "${path('b')}", fail: "quota exceeded in a"`);
    const stack = harness.stack('pushed');
    await stack.apply(fromGit(repository, { retryPolicy: { initialIntervalSeconds: 3_000, jitter: 0 } }));
    const first = await stack.untilPhase('BackingOff');
    expect(first.lastUpdate?.message).toContain('quota exceeded in a');
    const b = repository.commit(`path: "${path('b')}", fail: "quota exceeded in b"`);
    const second = await stack.until('b fails too', (s) => s.lastUpdate?.message?.includes('in b') === true);
    expect(second.lastUpdate).toMatchObject({ cause: 'revisionChanged', lastAttemptedCommit: b, failures: 1 });
    const c = repository.commit(`path: "${path('b')}", content: good`);
    const third = await stack.untilPhase('Ready');
    expect(third.lastUpdate).toMatchObject({
      cause: 'revisionChanged',
      lastSuccessfulCommit: c,
      failures: 0,
      attempts: 1,
    });
    expect(readFileSync(path('b'), 'utf8')).toBe('good');
    await stack.handle.terminate();
  });

  it('is destroyed on delete, and only then is its workflow gone (case 1, J3)', async () => {
    const repository = new Repository(mkdtempSync(join(root, 'd-')));
    repository.commit(`path: "${path('d')}", content: kept`);
    const stack = harness.stack('destroyed');
    await stack.apply(fromGit(repository, { destroyOnFinalize: true }));
    await stack.untilPhase('Ready');
    await stack.signal('delete', {});
    await eventually(
      'the workflow is complete',
      async () => (await stack.handle.describe()).status.name === 'COMPLETED',
    );
    expect(existsSync(path('d'))).toBe(false);
    const events = await stack.events();
    expect(events.map((e) => e.reason)).toContain('StackDestroyed');
  });
});
