import { cleanEnvironment, type EnvironmentSettings } from '../../../src/pulumi/environment';

const settings = (changes: Partial<EnvironmentSettings> = {}): EnvironmentSettings => ({
  binary: '/opt/pulumi/bin/pulumi',
  directories: { home: '/c/home', temporary: '/c/tmp', pulumiHome: '/c/pulumi', stacks: '/c/stacks', runs: '/c/runs' },
  backendUrl: 'file:///state',
  env: {},
  ambient: {},
  ...changes,
});

describe('the environment of a run (L3)', () => {
  it('has nothing of the worker but how to reach the network', () => {
    const ambient = {
      TEMPORAL_API_KEY: 'k',
      AWS_SECRET_ACCESS_KEY: 's',
      KUBECONFIG: 'x',
      HTTPS_PROXY: 'http://proxy',
      TZ: 'UTC',
    };
    const environment = cleanEnvironment(settings({ ambient }));
    expect(environment).toMatchObject({ HTTPS_PROXY: 'http://proxy', TZ: 'UTC' });
    for (const name of ['TEMPORAL_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'KUBECONFIG'])
      expect(environment).not.toHaveProperty(name);
  });

  it('has what the spec asks for, except what would lead out of the cache or lose state', () => {
    const env = {
      AWS_REGION: 'eu',
      HOME: '/root',
      PULUMI_HOME: '/x',
      PULUMI_BACKEND_URL: 'file:///y',
      PULUMI_SKIP_CHECKPOINTS: 'true',
    };
    const environment = cleanEnvironment(settings({ env }));
    expect(environment).toMatchObject({
      AWS_REGION: 'eu',
      HOME: '/c/home',
      PULUMI_HOME: '/c/pulumi',
      PULUMI_BACKEND_URL: 'file:///state',
    });
    expect(environment).not.toHaveProperty('PULUMI_SKIP_CHECKPOINTS');
  });

  it('searches the directory of the CLI first, whatever the spec says', () => {
    const { PATH } = cleanEnvironment(settings({ env: { PATH: '/mine' }, ambient: { PATH: '/usr/bin' } }));
    expect(PATH).toMatch(/^\/opt\/pulumi\/bin:.+:\/mine:\/usr\/bin$/);
  });

  it('names the passphrase file, unless the spec brings a passphrase', () => {
    expect(cleanEnvironment(settings({ passphraseFile: '/p' }))).toMatchObject({ PULUMI_CONFIG_PASSPHRASE_FILE: '/p' });
    const own = cleanEnvironment(settings({ passphraseFile: '/p', env: { PULUMI_CONFIG_PASSPHRASE: 'x' } }));
    expect(own).not.toHaveProperty('PULUMI_CONFIG_PASSPHRASE_FILE');
  });

  it('marks the processes of a run', () => {
    expect(cleanEnvironment(settings({ runToken: 't1' }))).toMatchObject({ STACKWRIGHT_RUN_TOKEN: 't1' });
    expect(cleanEnvironment(settings())).not.toHaveProperty('STACKWRIGHT_RUN_TOKEN');
  });
});
