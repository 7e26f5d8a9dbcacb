import { parseStackSpec } from '../../../src/stack/spec';
import { unhonouredFields } from '../../../src/stack/unhonoured';
import { rawSpec } from '../../support/simulation';

function pathsOf(given: Record<string, unknown>): string[] {
  const options = { origin: 'direct', namespace: 'default', stackName: 'network', minResyncSeconds: 60 } as const;
  const parsed = parseStackSpec(rawSpec(given), options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return unhonouredFields(parsed.spec).map((field) => field.path);
}
const local = (difference: object) => ({
  programRef: undefined,
  workspaceTemplate: { spec: { local: { dir: '/srv/a' }, ...difference } },
});

describe('fields that are not honoured yet', () => {
  it.each([
    { name: 'none of a plain spec', given: {}, want: [] },
    { name: 'a Secret for outputs', given: { outputsSecret: { name: 'o' } }, want: ['outputsSecret'] },
    {
      name: 'what is below updateTemplate',
      given: { updateTemplate: { metadata: {}, spec: { ttlAfterCompleted: '1h', parallel: 2 } } },
      want: ['updateTemplate.metadata', 'updateTemplate.spec.ttlAfterCompleted'],
    },
    {
      name: 'a policy other than the default',
      given: { deletionPolicy: 'WaitForDependents' },
      want: ['deletionPolicy'],
    },
    {
      name: 'no policy that is the default',
      given: { deletionPolicy: 'Immediate', watchReferences: true, prerequisites: [] },
      want: [],
    },
    {
      name: 'a pod template',
      given: { workspaceTemplate: { spec: { podTemplate: {} } } },
      want: ['workspaceTemplate'],
    },
    { name: 'a pod template beside a local folder', given: local({ resources: {} }), want: ['workspaceTemplate'] },
    { name: 'no local folder', given: local({}), want: [] },
  ])('are named when they are asked for: $name (B)', ({ given, want }) => {
    expect(pathsOf(given)).toEqual(want);
  });
});
