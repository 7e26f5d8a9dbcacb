import { parse } from 'yaml';
import { parseConfigPath } from '../../../src/pulumi/config-path';
import type { ConfigEntry } from '../../../src/pulumi/pulumi-run';
import { renderConfig, secretsOf, secretTexts } from '../../../src/pulumi/stack-config';

const entry = (key: string, value: unknown, changes: Partial<ConfigEntry> = {}): ConfigEntry => ({
  key,
  value,
  secret: false,
  ...changes,
});
const ciphertexts = new Map([
  ['hunter22', 'v1:abc'],
  ['{"a":1}', 'v1:def'],
]);
const rendered = (...config: ConfigEntry[]): unknown =>
  (parse(renderConfig(config, 'app', ciphertexts)) as { config: unknown }).config;

describe('the config file of a stack (B)', () => {
  it.each([
    { name: 'a key without a namespace belongs to the project', config: [entry('a', 'x')], want: { 'app:a': 'x' } },
    { name: 'a key with one keeps it', config: [entry('aws:region', 'x')], want: { 'aws:region': 'x' } },
    {
      name: 'structures stay structures',
      config: [entry('a', { b: [1, true, '2'] })],
      want: { 'app:a': { b: [1, true, '2'] } },
    },
    { name: 'dots mean nothing without path', config: [entry('a.b', 'x')], want: { 'app:a.b': 'x' } },
    {
      name: 'paths make structures',
      config: [entry('a.b[0]', 'x', { path: true }), entry('a.b[1].c', 1, { path: true })],
      want: { 'app:a': { b: ['x', { c: 1 }] } },
    },
    {
      name: 'a secret stands there as its ciphertext',
      config: [entry('a', 'hunter22', { secret: true })],
      want: { 'app:a': { secure: 'v1:abc' } },
    },
    {
      name: 'a structured secret is JSON',
      config: [entry('a', { a: 1 }, { secret: true })],
      want: { 'app:a': { secure: 'v1:def' } },
    },
    {
      name: 'a secret has its place in a path',
      config: [entry('n:a.b', 'hunter22', { secret: true, path: true })],
      want: { 'n:a': { b: { secure: 'v1:abc' } } },
    },
    {
      name: 'a dangerous name is a name',
      config: [entry('a.__proto__', 'x', { path: true })],
      want: { 'app:a': { ['__proto__']: 'x' } },
    },
  ])('$name', ({ config, want }) => expect(JSON.stringify(rendered(...config))).toBe(JSON.stringify(want)));

  it('quotes texts that other YAML readers take for something else', () => {
    expect(renderConfig([entry('a', 'yes'), entry('b', '012'), entry('c', '2001-01-01')], 'app', ciphertexts)).toBe(
      '"config":\n  "app:a": "yes"\n  "app:b": "012"\n  "app:c": "2001-01-01"\n',
    );
  });

  it('refuses a path that does not fit what stands there', () => {
    expect(() => rendered(entry('a', 'x'), entry('a.b', 1, { path: true }))).toThrow('does not fit');
    expect(() => rendered(entry('a[3]', 'x', { path: true }))).toThrow('does not fit');
  });

  it('knows the values to encrypt, and those inside of them to mask (L1)', () => {
    const config = [
      entry('a', 'open'),
      entry('b', 'hunter22', { secret: true }),
      entry('c', { x: ['deep1'], n: 12345 }, { secret: true }),
    ];
    expect(secretTexts(config)).toEqual(['hunter22', '{"x":["deep1"],"n":12345}']);
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['hunter22', 'deep1', '12345']));
    expect(secretsOf(config)).not.toContain('open');
  });
});

describe('a config path', () => {
  it.each([
    { path: 'a', want: ['a'] },
    { path: 'a.b[10].c', want: ['a', 'b', 10, 'c'] },
    { path: '["a.b"].c["d\\"e"]', want: ['a.b', 'c', 'd"e'] },
  ])('$path', ({ path, want }) => expect(parseConfigPath(path)).toEqual(want));

  it.each(['a[', 'a[x]', 'a..b', '"a"'])('%s is none', (path) =>
    expect(() => parseConfigPath(path)).toThrow('not a path'),
  );
});
