import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createLineSplitter } from '../../../src/pulumi/line-splitter';
import { openLog } from '../../../src/pulumi/log-writer';
import { temporaryDirectory } from './temporary-directory';

const directory = temporaryDirectory();

describe('the log of an attempt', () => {
  it('is masked across pieces, without colours, and for its owner alone (L1)', async () => {
    const path = join(directory, 'below', 'run.log');
    const log = await openLog(path, ['hunter22']);
    log.write('\u001b[31mpw\u001b[0m is hunt');
    log.write('er22\n');
    expect(await log.close()).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('pw is [secret]\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('says why it could not be written, instead of throwing', async () => {
    const log = await openLog(directory, []);
    log.write('x');
    expect(await log.close()).toMatch(/^the log could not be written: EISDIR/);
  });
});

describe('lines', () => {
  it('come out the same however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '\n', 'c\n', '\nd')), (pieces) => {
        const lines: string[] = [];
        const splitter = createLineSplitter((line) => lines.push(line));
        pieces.forEach((piece) => splitter.push(piece));
        splitter.end();
        expect(lines).toEqual(
          pieces
            .join('')
            .split('\n')
            .filter((line) => line !== ''),
        );
      }),
    );
  });
});
