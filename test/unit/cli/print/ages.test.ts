import { agoText, inText, momentText, spanText } from '../../../../src/cli/print/ages';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('spanText', () => {
  it.each([
    [-1, '0s'],
    [999, '0s'],
    [5_900, '5s'],
    [59_999, '59s'],
    [MINUTE, '1m'],
    [3.9 * MINUTE, '3m'],
    [HOUR, '1h'],
    [47 * HOUR, '47h'],
    [48 * HOUR, '2d'],
    [400 * 24 * HOUR, '400d'],
  ])('%d ms are %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });
});

describe('moments', () => {
  const now = Date.parse('2026-12-01T10:00:00Z');

  it.each([
    ['a past one', agoText('2026-12-01T09:57:00Z', now), '3m ago'],
    ['a coming one', inText(now + 25_000, now), 'in 25s'],
    ['one that is due', inText(now - 1, now), 'now'],
    ['a past one in full', momentText('2026-12-01T09:57:00Z', now), '2026-12-01T09:57:00Z (3m ago)'],
    ['a coming one in full', momentText('2026-12-01T12:00:00Z', now), '2026-12-01T12:00:00Z (in 2h)'],
  ])('%s', (_name, text, wanted) => {
    expect(text).toBe(wanted);
  });
});
