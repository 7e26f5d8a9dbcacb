import { isPolledSource, sourceOf } from '../../../src/stack/source';
import { parseStackSpec, stackSpecSchema } from '../../../src/stack/spec';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const projectRepo = 'https://git.example/infra.git';
const sourceRef = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository', name: 'app' };

function specOf(given: Record<string, unknown>) {
  const options = { origin: 'kubernetes', namespace: 'default', stackName: 'network', minResyncSeconds: 60 } as const;
  const parsed = parseStackSpec({ stack: 'dev', ...given }, options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.spec;
}

describe('the source of a spec', () => {
  it.each([
    {
      name: 'a branch of a repository, looked at for new commits',
      given: { projectRepo, branch: 'main', repoDir: 'infra', shallow: true },
      want: { kind: 'git', url: projectRepo, ref: { branch: 'main' }, dir: 'infra', shallow: true },
      polled: true,
    },
    {
      name: 'a commit of a repository, never polled',
      given: { projectRepo, commit: SHA },
      want: { kind: 'git', url: projectRepo, ref: { commit: SHA }, dir: '.', shallow: false },
      polled: false,
    },
    {
      name: 'a Program',
      given: { programRef: { name: 'hello' } },
      want: { kind: 'program', name: 'hello' },
      polled: false,
    },
    {
      name: 'a Flux artifact, told by the bridge',
      given: { fluxSource: { sourceRef, dir: 'infra' } },
      want: { kind: 'flux', ref: sourceRef, dir: 'infra' },
      polled: false,
    },
    {
      name: 'a folder of the worker',
      given: { workspaceTemplate: { spec: { local: { dir: '/srv/infra' } } } },
      want: { kind: 'local', dir: '/srv/infra' },
      polled: false,
    },
  ])('is $name (D2)', ({ given, want, polled }) => {
    const spec = specOf(given);
    expect(sourceOf(spec)).toEqual(want);
    expect(isPolledSource(spec)).toBe(polled);
  });

  it('is not there in a spec that was never judged: that is an error of ours (A6)', () => {
    expect(() => sourceOf(stackSpecSchema.parse({ stack: 'dev' }))).toThrow('parseStackSpec');
  });
});
