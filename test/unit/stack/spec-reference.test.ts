import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseStackSpec, stackSpecSchema } from '../../../src/stack/spec';
import { UNHONOURED } from '../../../src/stack/unhonoured';

const fields = Object.keys(stackSpecSchema.shape);
const SOURCES = ['projectRepo', 'fluxSource', 'programRef', 'workspaceTemplate'];

describe('the reference of the spec', () => {
  const text = readFileSync(join(__dirname, '../../../docs/stack-spec.md'), 'utf8');
  const sections = new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => [/^`(\w+)`/.exec(section)?.[1] ?? section.slice(0, 20), section] as const),
  );

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

  it.each(fields)('has an example of %s that is accepted (B)', (field) => {
    const example = /```yaml\n([^]*?)```/.exec(sections.get(field) ?? '')?.[1] ?? '';
    const given = parse(example) as Record<string, unknown>;
    const source = SOURCES.some((name) => name in given) ? {} : { programRef: { name: 'program' } };
    const options = { origin: 'kubernetes', namespace: 'default', stackName: 'shop', minResyncSeconds: 60 } as const;
    expect(parseStackSpec({ stack: 'dev', ...source, ...given }, options)).toMatchObject({ ok: true });
  });
});

describe('the schema of the spec', () => {
  it('can be written as JSON Schema, of which a CRD is made (B)', () => {
    const schema = z.toJSONSchema(stackSpecSchema, { io: 'input' });
    expect(Object.keys(schema.properties ?? {})).toEqual(fields);
    expect(schema.required).toEqual(['stack']);
  });
});
