import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../../../src/cli/manifest';
import { plan, PROGRAM, SECRET, STACK } from './manifests';

describe('a manifest', () => {
  it('may have several documents; each gets the namespace of the call unless it names one', async () => {
    const named = STACK.replace('name: network\nspec', 'name: other\n  namespace: prod\nspec');
    const { stacks, objects, faults } = await plan([STACK, PROGRAM, SECRET, named].join('---\n'));

    expect(faults).toEqual([]);
    expect(stacks.map(({ id }) => id)).toEqual([
      { namespace: 'default', name: 'network' },
      { namespace: 'prod', name: 'other' },
    ]);
    expect(objects.map(({ document }) => document.kind)).toEqual(['Program', 'Secret']);
  });

  it.each([
    { fault: 'a wrong field', text: STACK.replace('stack: dev', 'stack: 3'), says: 'standard input:6: spec.stack ' },
    { fault: 'a field that nobody knows', text: `${STACK}  resync: 3\n`, says: 'standard input:9: spec.resync ' },
    { fault: 'a missing field', text: STACK.replace('  stack: dev\n', ''), says: 'standard input:6: spec.stack ' },
    {
      fault: 'a fault in the second document',
      text: `${PROGRAM}---\n${STACK}  resync: 3\n`,
      says: 'standard input:14: spec.resync ',
    },
    { fault: 'a wrong name', text: STACK.replace('network', 'Net_Work'), says: 'standard input:4: metadata.name ' },
    { fault: 'broken YAML', text: 'a: [1\nb: 2\n', says: 'standard input:2: ' },
    { fault: 'a key that is there twice', text: `${STACK}  stack: prod\n`, says: 'standard input:9: ' },
    { fault: 'no kind', text: 'a: 1\n', says: 'standard input:1: apiVersion ' },
  ])('with $fault is refused by file, line and path', async ({ text, says }) => {
    const { faults } = await plan(text);
    expect(faults.join('\n')).toContain(says);
  });

  it('tells every fault, not the first one', async () => {
    const { faults } = await plan(`${STACK}  resync: 3\n  projectRepo: ftp://x\n`);
    expect(faults.length).toBeGreaterThanOrEqual(2);
  });

  it('never repeats the value of a Secret', async () => {
    const { faults } = await plan(
      SECRET.replace('stringData: {password: correct horse}', 'data: {password: correct horse}'),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain('correct horse');
  });

  it('of another namespace than --namespace is refused', async () => {
    const { faults } = await plan(STACK.replace('name: network\nspec', 'name: network\n  namespace: prod\nspec'), {
      namespace: 'dev',
      namespaceGiven: true,
    });
    expect(faults).toEqual(['standard input:5: metadata.namespace is prod, but --namespace is dev']);
  });

  it('warns of fields that are not honoured yet, and names kinds that are skipped', async () => {
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
    const { notes } = await plan(`${STACK}  approval: {required: true}\n---\n${deployment}`);

    expect(notes[0]).toMatch(/^warning: stack\/default\/network: spec\.approval: not honoured yet/);
    expect(notes[1]).toMatch(/^skipped: Deployment web \(apps\/v1\)/);
  });
});

describe('readManifest', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stackwright-manifests-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const read = (...paths: string[]) => readManifest({ paths, cwd: folder, stdin: () => Promise.resolve('') });

  it('reads the YAML and JSON files of a folder by name', async () => {
    writeFileSync(join(folder, 'b.yml'), STACK);
    writeFileSync(
      join(folder, 'a.json'),
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }),
    );
    writeFileSync(join(folder, 'README.md'), 'not: [a manifest');
    const { documents, faults } = await read('.');

    expect(faults).toEqual([]);
    expect(documents.map(({ document }) => document.kind)).toEqual(['ConfigMap', 'Stack']);
  });

  it('lets a transformation change what is judged', async () => {
    writeFileSync(join(folder, 'a.yaml'), STACK);
    const source = { paths: ['a.yaml'], cwd: folder, stdin: () => Promise.resolve('') };
    const { documents } = await readManifest(source, () => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
    }));
    expect(documents[0]?.document).toMatchObject({ kind: 'skipped', originalKind: 'Pod' });
  });

  it.each(['.', 'nowhere.yaml'])('rejects what has no manifest: %s', async (path) => {
    await expect(read(path)).rejects.toMatchObject({ name: 'ExitError', exitCode: 2 });
  });
});
