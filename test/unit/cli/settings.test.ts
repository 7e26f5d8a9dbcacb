import { availableParallelism } from 'node:os';
import { addSettings, readSettings, type SettingsContext } from '../../../src/cli/read-settings';
import { Command } from 'commander';

const context = (difference: Partial<SettingsContext> = {}): SettingsContext => ({
  user: 'worker',
  env: { HOME: '/home/ada' },
  cwd: '/home/ann',
  ...difference,
});

function parse(line: string, given: SettingsContext = context()) {
  const command = addSettings(new Command('worker'), given.user).exitOverride();
  command.parse(line.split(' ').filter(Boolean), { from: 'user' });
  return readSettings(command.opts(), given);
}

describe('settings of a worker', () => {
  it('have the documented defaults', () => {
    expect(parse('')).toEqual({
      queues: ['stackwright', 'pulumi'],
      namespaces: [],
      minResyncSeconds: 60,
      allowLocalSources: false,
      allowEnvRefs: false,
      allowFsRefs: false,
      maxConcurrentUpdates: availableParallelism(),
      gracePeriodMs: 600_000,
      heartbeatTimeoutMs: 30_000,
      cacheDir: '/home/ada/.cache/stackwright/worker',
      stateDir: '/home/ann/.stackwright',
      keepLogs: 10,
      logFormat: 'json',
      logLevel: 'INFO',
    });
  });

  it('of stackctl dev allow what a machine of one user allows, and resync each second', () => {
    expect(parse('', context({ user: 'dev' }))).toMatchObject({
      minResyncSeconds: 1,
      allowLocalSources: true,
      allowEnvRefs: true,
      allowFsRefs: true,
    });
  });

  it.each([
    { name: 'a flag', line: '--keep-logs 3', env: {}, want: { keepLogs: 3 } },
    { name: 'a variable of the same name', line: '', env: { STACKWRIGHT_KEEP_LOGS: '4' }, want: { keepLogs: 4 } },
    {
      name: 'the flag before the variable',
      line: '--keep-logs 3',
      env: { STACKWRIGHT_KEEP_LOGS: '4' },
      want: { keepLogs: 3 },
    },
    { name: 'a switch', line: '--allow-env-refs', env: {}, want: { allowEnvRefs: true } },
    {
      name: 'a switch turned off before its variable',
      line: '--no-allow-env-refs',
      env: { STACKWRIGHT_ALLOW_ENV_REFS: 'true' },
      want: { allowEnvRefs: false },
    },
    { name: 'a switch by variable', line: '', env: { STACKWRIGHT_ALLOW_FS_REFS: '1' }, want: { allowFsRefs: true } },
    { name: 'names', line: '--namespaces a,b', env: {}, want: { namespaces: ['a', 'b'] } },
    { name: 'a duration', line: '--grace-period 1m30s', env: {}, want: { gracePeriodMs: 90_000 } },
    { name: 'a relative path', line: '--state-dir here', env: {}, want: { stateDir: '/home/ann/here' } },
    { name: 'a pool', line: '--queues pulumi --pool aws', env: {}, want: { queues: ['pulumi'], pool: 'aws' } },
  ])('come from $name', ({ line, env, want }) => {
    expect(parse(line, context({ env }))).toMatchObject(want);
  });

  it.each([
    { line: '--keep-logs 0', env: {}, says: '--keep-logs: "0" must be a whole number' },
    { line: '', env: { STACKWRIGHT_KEEP_LOGS: 'x' }, says: 'STACKWRIGHT_KEEP_LOGS: "x" must be a whole number' },
    { line: '--grace-period soon', env: {}, says: '--grace-period: "soon" must be a duration' },
    {
      line: '',
      env: { STACKWRIGHT_ALLOW_ENV_REFS: 'yes' },
      says: 'STACKWRIGHT_ALLOW_ENV_REFS: "yes" must be true or false',
    },
    { line: '--namespaces A', env: {}, says: '--namespaces: "A" is no name' },
    { line: '--log-format xml', env: {}, says: '--log-format: "xml" must be one of json, pretty' },
  ])('are refused by the name they were given by: $says', ({ line, env, says }) => {
    expect(() => parse(line, context({ env }))).toThrow(says);
  });
});
