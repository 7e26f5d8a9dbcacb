import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMask } from '../../../src/pulumi/mask';
import { maskOutputs, placeOutputs } from '../../../src/pulumi/outputs';
import { temporaryDirectory } from './temporary-directory';

const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: '[secret]' };
const asset = { '4dabf18193072939515e22adb298388d': 'c44067f5952c0a294b673a41bacd8c17', path: 'x' };

describe('outputs for people', () => {
  it('hide what is marked as secret at its exact place, and nothing else (E3)', () => {
    const outputs = { plain: 'a', deep: { list: [1, secret, { x: secret }] }, literal: '[secret]', none: null, asset };
    expect(maskOutputs(outputs, (text) => text)).toEqual({
      ...outputs,
      deep: { list: [1, '[secret]', { x: '[secret]' }] },
    });
  });

  it('hide known secrets that a program gave out in plain (L1)', () => {
    const outputs = { url: 'https://u:hunter22@host', 'key-hunter22': 1, pin: 123456 };
    expect(maskOutputs(outputs, createMask(['hunter22', '123456']))).toEqual({
      url: 'https://u:[secret]@host',
      'key-[secret]': 1,
      pin: '[secret]',
    });
  });

  it('travel while they are small, and are stored for their owner alone beyond 64 KiB (E5)', async () => {
    const file = join(temporaryDirectory(), 'outputs.json');
    const fits = { a: 'x'.repeat(64 * 1024 - 8) };
    expect(await placeOutputs(fits, file)).toEqual({ outputs: fits });
    const big = { a: 'x'.repeat(64 * 1024 - 7) };
    expect(await placeOutputs(big, file)).toEqual({ outputsRef: file });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(big);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
