import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogStore, type LogStore } from '../../../src/store';

const stack = { namespace: 'default', name: 'site' };

let dir: string;
let logs: LogStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stackwright-logs-'));
  logs = createLogStore(dir, 3);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(update: number, attempt: number, text: string | Buffer = 'x'): string {
  const path = logs.path(stack, `site-${update}`, attempt);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('the spool of logs', () => {
  it('lists updates and attempts in order of number', async () => {
    for (const [update, attempt] of [
      [10, 1],
      [9, 10],
      [9, 2],
    ] as const)
      write(update, attempt);
    expect(await logs.updates(stack)).toEqual([
      { update: 'site-9', attempts: [2, 10] },
      { update: 'site-10', attempts: [1] },
    ]);
  });

  it('keeps the last updates of a Stack, and those of others', async () => {
    for (const update of [8, 9, 10, 11]) write(update, 1);
    const other = { namespace: 'default', name: 'site-2' };
    mkdirSync(dirname(logs.path(other, 'site-2-1', 1)), { recursive: true });
    await logs.prune(stack);
    expect((await logs.updates(stack)).map(({ update }) => update)).toEqual(['site-9', 'site-10', 'site-11']);
    expect(await logs.updates(other)).toHaveLength(1);
    await logs.remove(stack);
    expect(await logs.updates(stack)).toEqual([]);
  });

  it.each([
    { name: 'an update of another Stack', id: stack, update: 'other-1' },
    { name: 'a way out of the spool', id: stack, update: 'site-../../x' },
    { name: 'a Stack without a proper name', id: { namespace: '..', name: 'site' }, update: 'site-1' },
  ])('refuses $name (L6)', ({ id, update }) => {
    expect(() => logs.path(id, update, 1)).toThrow();
  });

  it('is read on from where the reader was', async () => {
    const path = write(1, 1, 'one\n');
    const first = await logs.read(path, 0);
    appendFileSync(path, 'two\n');
    expect(first).toEqual({ text: 'one\n', next: 4 });
    expect(await logs.read(path, 4)).toEqual({ text: 'two\n', next: 8 });
    expect(await logs.read(path, 8)).toEqual({ text: '', next: 8 });
  });

  it.each(['ä', '€', '😀'])('never gives half of the letter %s', async (letter) => {
    const bytes = Buffer.from(`a${letter}`);
    const path = write(1, 1, bytes.subarray(0, -1));
    const first = await logs.read(path, 0);
    writeFileSync(path, bytes);
    expect(first).toEqual({ text: 'a', next: 1 });
    expect(await logs.read(path, 1)).toEqual({ text: letter, next: bytes.length });
  });

  it.each([
    { text: 'a\nb\nc\n', lines: 2, want: 'b\nc\n' },
    { text: 'a\nb\nc', lines: 2, want: 'b\nc' },
    { text: 'a\nb\n', lines: 9, want: 'a\nb\n' },
    { text: '\nb\n', lines: 1, want: 'b\n' },
    { text: '\n', lines: 1, want: '\n' },
    { text: '', lines: 3, want: '' },
  ])('shows the last $lines lines of $text', async ({ text, lines, want }) => {
    expect(await logs.tail(write(1, 1, text), lines)).toEqual({ text: want, next: text.length });
  });

  it('answers nothing for a log that does not exist', async () => {
    const path = logs.path(stack, 'site-1', 1);
    expect([await logs.read(path, 0), await logs.tail(path, 5)]).toEqual([undefined, undefined]);
  });
});
