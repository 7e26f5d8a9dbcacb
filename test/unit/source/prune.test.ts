import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { prune } from '../../../src/source/cache/prune';
import { Lab, PROJECT, request, source } from './lab';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const GENEROUS = { workspaces: 100, bytes: 1e12 };

let lab: Lab;
beforeEach(() => (lab = new Lab()));
afterEach(() => lab.remove());

/** Prepares so many revisions, each for the Stack of its number; answers the commits. */
async function prepareFor(stacks: readonly string[], extra = {}): Promise<string[]> {
  const sources = lab.sources(extra);
  const commits: string[] = [];
  for (const [number, name] of stacks.entries()) {
    const commit = lab.commit('site', { 'Pulumi.yaml': PROJECT, number: String(number) });
    await sources.prepare(request(source(lab.url('site')), `main@sha1:${commit}`, { name }));
    commits.push(commit);
  }
  return commits;
}

const keptCommits = () => lab.kept('workspaces').map((name) => name.slice(0, 40));

describe('the cache of sources', () => {
  it('keeps at most as many workspaces as it is told, the latest ones', async () => {
    const commits = await prepareFor(['site', 'site', 'site', 'site'], { maxWorkspaces: 2 });
    expect(new Set(keptCommits())).toEqual(new Set(commits.slice(-2)));
  });

  it('never removes a workspace that a Stack uses, whatever the limits', async () => {
    const commits = await prepareFor(['a', 'b', 'c'], { maxWorkspaces: 1 });
    expect(new Set(keptCommits())).toEqual(new Set(commits));
    await prune(lab.cacheDir, { workspaces: 0, bytes: 0 }, Date.now() + DAY_MS);
    expect(keptCommits()).toHaveLength(3);
  });

  it('forgets a Stack that has not asked for a month', async () => {
    await prepareFor(['a']);
    await prune(lab.cacheDir, { workspaces: 0, bytes: 1e12 }, Date.now() + 31 * DAY_MS);
    expect(keptCommits()).toEqual([]);
  });

  it('removes by size too, object caches included', async () => {
    await prepareFor(['site', 'site']);
    await prune(lab.cacheDir, { workspaces: 100, bytes: 0 }, Date.now() + DAY_MS);
    expect([lab.kept('repositories').length, lab.kept('workspaces').length]).toEqual([0, 1]);
  });

  it.each([
    { name: 'removes what a killed worker left half made a day ago', age: 2 * DAY_MS, left: 0 },
    { name: 'leaves alone what another worker is making', age: 60_000, left: 1 },
  ])('$name', async ({ age, left }) => {
    const draft = join(lab.cacheDir, 'default', 'workspaces', '.draft-1');
    mkdirSync(draft, { recursive: true });
    const then = new Date(Date.now() - age);
    utimesSync(draft, then, then);
    await prune(lab.cacheDir, GENEROUS, Date.now());
    expect(lab.kept('workspaces')).toHaveLength(left);
  });

  it('is no fault when it does not exist yet', async () => {
    await expect(prune(join(lab.root, 'none'), GENEROUS, Date.now())).resolves.toBeUndefined();
  });
});
