import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStackSpec, stackSpecSchema } from '../../../src/stack/spec';
import { UNHONOURED, unhonouredFields } from '../../../src/stack/unhonoured';
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

describe('the reference of the spec', () => {
  const text = readFileSync(join(__dirname, '../../../docs/stack-spec.md'), 'utf8');
  const sections = new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => [/^`(\w+)`/.exec(section)?.[1] ?? section.slice(0, 20), section] as const),
  );
  const fields = Object.keys(stackSpecSchema.shape);

  it('has one heading for each field and none for others (B)', () => {
    expect([...sections.keys()].sort()).toEqual([...fields].sort());
  });

  it.each(UNHONOURED)('says that $path is not honoured yet (B)', ({ path }) => {
    const section = sections.get(path.split('.')[0] ?? '') ?? '';
    expect(section).toContain('**Not honoured yet');
    expect(section).toContain(path.split('.').at(-1));
  });

  it.each(fields.filter((field) => !UNHONOURED.some(({ path }) => path.split('.')[0] === field)))(
    'does not say so of %s, which is honoured (B)',
    (field) => {
      expect(sections.get(field)).not.toContain('Not honoured yet');
    },
  );

  it.each(fields)('gives type, default, meaning and example of %s (B)', (field) => {
    const section = sections.get(field) ?? '';
    expect(section).toMatch(/^\*\*Type:\*\* .+ · \*\*Default:\*\* .+$/m);
    expect(section).toContain('```yaml');
  });
});
