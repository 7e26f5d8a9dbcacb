import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWhole } from '../../../src/source/cache/whole-directory';

let root: string;
let path: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackwright-whole-'));
  path = join(root, 'thing');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const isComplete = () => Promise.resolve(readdirSync(root).includes('thing') && readdirSync(path).includes('made'));
const make = (by: string) => (draft: string) => {
  writeFileSync(join(draft, 'made'), by);
  return Promise.resolve(by);
};

describe('a directory that is made whole or not at all', () => {
  it('replaces what a killed worker left in its place', async () => {
    mkdirSync(path);
    writeFileSync(join(path, 'half'), '');
    expect(await makeWhole(path, isComplete, make('us'))).toBe('us');
    expect([readdirSync(root), readdirSync(path)]).toEqual([['thing'], ['made']]);
  });

  it('leaves the one of another process that was quicker', async () => {
    await makeWhole(path, isComplete, async (draft) => {
      mkdirSync(path);
      await make('them')(path);
      return make('us')(draft);
    });
    expect(readFileSync(join(path, 'made'), 'utf8')).toBe('them');
    expect(readdirSync(root)).toEqual(['thing']);
  });

  it('leaves nothing behind when making it fails', async () => {
    const fail = () => Promise.reject(new Error('bad'));
    await expect(makeWhole(path, isComplete, fail)).rejects.toThrow('bad');
    expect(readdirSync(root)).toEqual([]);
  });
});
