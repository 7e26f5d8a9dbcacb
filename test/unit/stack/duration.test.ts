import fc from 'fast-check';
import { parseDuration } from '../../../src/stack/duration';

describe('a duration in Go’s syntax', () => {
  it.each([
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['1.1h', 3_960_000],
    ['.5s', 500],
    ['5.s', 5_000],
    ['250ms', 250],
    ['2h45m30.5s', 9_930_500],
    ['1500us', 2],
    ['1µs', 1],
    ['1μs', 1],
    ['1ns', 1],
    ['0', 0],
    ['0s', 0],
    ['2000000h', 7_200_000_000_000],
  ])('%s is %d ms, rounded up (F1)', (text, want) => {
    expect(parseDuration(text)).toBe(want);
  });

  it.each([
    '',
    ' ',
    '5',
    '-5m',
    '+5m',
    '5 m',
    '5M',
    '5d',
    'm',
    '.',
    '.s',
    '1h30',
    '1,5h',
    '5m ',
    '1e3s',
    'Infinitys',
    '9999999999h',
    `${'1'.repeat(80)}ns`,
  ])('is not "%s" (A6)', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('adds up its parts (F1)', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), (h, m, s) => {
        expect(parseDuration(`${h}h${m}m${s}s`)).toBe(((h * 60 + m) * 60 + s) * 1_000);
      }),
    );
  });
});
