import fc from 'fast-check';
import { createMask, createStreamMask } from '../../../src/pulumi/mask';

const PEM = '-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA7bq\nqwertyuiopasdfgh\n-----END KEY-----\n';

describe('mask (L1)', () => {
  it.each([
    { name: 'a value in plain', values: ['hunter22'], text: 'pw=hunter22;', want: 'pw=[secret];' },
    { name: 'several values', values: ['aaaa', 'bbbb'], text: 'aaaa bbbb aaaa', want: '[secret] [secret] [secret]' },
    { name: 'the longer of two values that begin alike', values: ['abcd', 'abcdef'], text: 'abcdef', want: '[secret]' },
    {
      name: 'a value that JSON escapes',
      values: ['a"b\\c\td'],
      text: String.raw`{"x":"a\"b\\c\td"}`,
      want: '{"x":"[secret]"}',
    },
    {
      name: 'a value as Go escapes it',
      values: ['a<b>c&d'],
      text: String.raw`a\u003cb\u003ec\u0026d`,
      want: '[secret]',
    },
    { name: 'a value in base64', values: ['hunter22'], text: 'aHVudGVyMjI=', want: '[secret]=' },
    {
      name: 'a value inside a longer base64',
      values: ['Tr0ub4dor-and-3'],
      text: btoa('user:Tr0ub4dor-and-3!'),
      want: undefined,
    },
    {
      name: 'a value in a URL',
      values: ['p@ss w/rd!'],
      text: 'x=p%40ss%20w%2Frd!&y=p%40ss+w%2Frd%21',
      want: 'x=[secret]&y=[secret]',
    },
    {
      name: 'each line of a value with several',
      values: [PEM],
      text: 'got qwertyuiopasdfgh only',
      want: 'got [secret] only',
    },
    { name: 'a value with several lines as a whole', values: [PEM], text: `[${PEM}]`, want: '[[secret]]' },
    { name: 'nothing for values under four characters', values: ['abc', ''], text: 'abc', want: 'abc' },
    {
      name: 'characters that mean something in a pattern',
      values: ['a.*+?^${}()|[]b'],
      text: 'a.*+?^${}()|[]b axxb',
      want: '[secret] axxb',
    },
  ])('hides $name', ({ values, text, want }) => {
    const masked = createMask(values)(text);
    if (want === undefined) expect(masked).not.toBe(text);
    else expect(masked).toBe(want);
  });

  it('hides all that depends on the value in a longer base64, wherever it begins', () => {
    const value = 'Tr0ub4dor-and-3';
    const mask = createMask([value]);
    for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
      const masked = mask(btoa(`${before}${value}tail`));
      expect(masked).toContain('[secret]');
      expect(atob(masked.split('[secret]')[0]!.slice(0, Math.floor(before.length / 3) * 4))).not.toContain('Tr0');
    }
  });
});

describe('stream mask (L1)', () => {
  const values = ['hunter22', 'xxabcd', 'cdef', PEM];
  const texts = fc.array(
    fc.constantFrom('hunter22', 'xxab', 'cd', 'ef', 'hun', 'ter', '22', ' ', 'qwertyuiop', 'asdfgh', '\n'),
    {
      maxLength: 20,
    },
  );

  it('hides a value however the text is cut', () => {
    const check = fc.property(texts, (pieces) => {
      const stream = createStreamMask(values);
      const masked = pieces.map((piece) => stream.push(piece)).join('') + stream.end();
      for (const value of ['hunter22', 'xxabcd', 'qwertyuiopasdfgh']) expect(masked).not.toContain(value);
    });
    fc.assert(check);
  });

  it('neither loses nor changes what is no secret', () => {
    const check = fc.property(fc.array(fc.string()), (pieces) => {
      const stream = createStreamMask(['Zq#1secretZq#2']);
      expect(pieces.map((piece) => stream.push(piece)).join('') + stream.end()).toBe(pieces.join(''));
    });
    fc.assert(check);
  });

  it('holds back only what may be the beginning of a secret', () => {
    const stream = createStreamMask(['hunter22']);
    expect(stream.push('the hunt')).toBe('the ');
    expect(stream.push('ing')).toBe('hunting');
    expect(stream.push('hunter2')).toBe('');
    expect(stream.push('2')).toBe('[secret]');
  });
});
