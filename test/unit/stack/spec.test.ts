import fc from 'fast-check';
import { describeViolations, parseStackSpec, type ParseOptions } from '../../../src/stack/spec';
import { rawGitSpec, rawSpec } from '../../support/simulation';
import { wrongFields } from './wrong-fields';
import { wrongSecrets } from './wrong-secrets';
import { wrongSources } from './wrong-sources';
import type { WrongSpec } from './wrong-specs';

const direct: ParseOptions = { origin: 'direct', namespace: 'default', stackName: 'network', minResyncSeconds: 60 };
const kubernetes: ParseOptions = { ...direct, origin: 'kubernetes' };

function violationsOf(input: unknown, options = direct) {
  const parsed = parseStackSpec(input, options);
  return parsed.ok ? [] : parsed.violations;
}
function accepted(input: unknown, options = direct) {
  const parsed = parseStackSpec(input, options);
  if (!parsed.ok) throw new Error(describeViolations(parsed.violations));
  return parsed;
}

describe('a spec that is right', () => {
  it('gets every default filled in, and nothing where there is none (A6)', () => {
    expect(accepted(rawSpec()).spec).toStrictEqual({
      stack: 'dev',
      programRef: { name: 'program' },
      useLocalStackOnly: false,
      shallow: false,
      prerequisites: [],
      continueResyncOnCommitMatch: false,
      resyncFrequencySeconds: 60,
      refresh: false,
      expectNoRefreshChanges: false,
      targetDependents: false,
      preview: false,
      destroyOnFinalize: false,
      retryOnUpdateConflict: false,
      retryMaxBackoffDurationSeconds: 3_600,
      workspaceReclaimPolicy: 'Retain',
      suspend: false,
      timeoutSeconds: 86_400,
      maxUpdateFailures: 3,
      retryPolicy: { initialIntervalSeconds: 10, backoffCoefficient: 3, maximumAttempts: 0, jitter: 0.1 },
      pendingOperations: 'refresh',
      watchReferences: true,
      preflightDeadlineSeconds: 0,
      preflights: [],
      deletionPolicy: 'Immediate',
    });
  });

  it('fills defaults inside lists and maps (A6)', () => {
    const { spec } = accepted(
      rawSpec({
        prerequisites: [{ name: 'a' }, { name: 'b', requirement: { succeededWithinDuration: '5m' } }],
        preflights: [{ name: 'p', exec: { command: ['true'] } }],
        configRef: { a: { name: 'm', key: 'k' } },
        retryPolicy: { jitter: 0 },
        drift: { intervalSeconds: 60 },
      }),
    );
    expect(spec.prerequisites).toEqual([
      { name: 'a', requirement: { freshness: 'Proactive' } },
      { name: 'b', requirement: { freshness: 'Proactive', succeededWithinDuration: '5m' } },
    ]);
    expect(spec.preflights[0]).toMatchObject({
      runOn: ['up', 'preview'],
      requeueAfterSeconds: 60,
      jitter: 0,
      exec: { timeoutSeconds: 30 },
    });
    expect(spec.configRef).toEqual({ a: { name: 'm', key: 'k', json: false } });
    expect(spec.retryPolicy).toEqual({
      initialIntervalSeconds: 10,
      backoffCoefficient: 3,
      maximumAttempts: 0,
      jitter: 0,
    });
    expect(spec.drift?.action).toBe('report');
  });

  it.each([
    'https://git.example/infra.git',
    'https://git.example:8443/a/b',
    'ssh://git@git.example:22/a.git',
    'git@git.example:a/b.git',
    'file:///srv/infra.git',
    'https://[::1]/a.git',
  ])('may come from %s (B)', (projectRepo) => {
    expect(accepted(rawGitSpec({ projectRepo })).spec.projectRepo).toBe(projectRepo);
  });

  it.each(['main', 'release/2.0', 'refs/heads/main', 'refs/tags/v1.0', 'v1', 'müller'])(
    'may follow %s (B)',
    (branch) => {
      expect(accepted(rawGitSpec({ branch })).spec.branch).toBe(branch);
    },
  );

  it.each(['dev', 'acme/dev', 'organization/project/dev', 'a.b_c-D'])('may name the stack %s (B)', (stack) => {
    expect(accepted(rawSpec({ stack })).spec.stack).toBe(stack);
  });

  it.each([
    'file:///state',
    's3://bucket/prefix',
    'azblob://c',
    'gs://b',
    'postgres://db.example/x',
    'https://api.pulumi.com',
  ])('may keep its state in %s (B)', (backend) => {
    expect(accepted(rawSpec({ backend })).spec.backend).toBe(backend);
  });

  it('keeps structured config as it is (B)', () => {
    const config = { a: 'x', 'aws:region': 'eu', n: 1, b: true, list: [1, { x: null }], map: { deep: { er: [] } } };
    expect(accepted(rawSpec({ config })).spec.config).toEqual(config);
  });

  it('may refer to Secrets of its own namespace, by name (L2)', () => {
    const secretsRef = { a: { type: 'Secret', secret: { namespace: 'default', name: 'db', key: 'k' } } };
    expect(accepted(rawSpec({ secretsRef })).spec.secretsRef).toEqual(secretsRef);
  });

  it('may have a literal where no secret belongs (L1)', () => {
    const userName = { type: 'Literal', literal: { value: 'git' } };
    const password = { type: 'Secret', secret: { name: 'git', key: 'password' } };
    accepted(rawGitSpec({ envRefs: { A: userName }, gitAuth: { basicAuth: { userName, password } } }));
  });

  it('may open ESC environments on Pulumi Cloud (B)', () => {
    accepted(rawSpec({ backend: 'https://api.pulumi.com', environment: ['prod'] }));
  });
});

const wrong: WrongSpec[] = [...wrongSources, ...wrongSecrets, ...wrongFields];

describe('a spec with', () => {
  it.each(wrong)('$name is refused, and the field is named (A6)', ({ given, path, says }) => {
    const found = violationsOf(rawSpec(given));
    expect(found.map((violation) => violation.path)).toContain(path);
    const message = found.find((violation) => violation.path === path)?.message ?? '';
    if (typeof says === 'string') expect(message).toContain(says);
    else expect(message).toMatch(says);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it.each(
    wrongSecrets.filter(
      ({ name }) => name.startsWith('inline') || name.includes('literal') || name.includes('password'),
    ),
  )('$name says that history may hold it now (L1)', ({ given }) => {
    expect(violationsOf(rawSpec(given)).some((violation) => violation.exposesSecret === true)).toBe(true);
  });

  it('several faults is refused with all of them, within fields and across them (A6)', () => {
    const found = violationsOf(
      rawSpec({ stack: 1, suspend: 'no', projectRepo: 'https://git.example/a', prerequisites: [{ name: 'network' }] }),
    );
    expect(found.map((violation) => violation.path).sort()).toEqual([
      'prerequisites[0].name',
      'programRef',
      'projectRepo',
      'projectRepo',
      'stack',
      'suspend',
    ]);
  });

  it('a source that is wrong in itself is not said to have none (A6)', () => {
    expect(violationsOf(rawGitSpec({ projectRepo: 5, branch: 'a b' })).map((violation) => violation.path)).toEqual([
      'projectRepo',
      'branch',
    ]);
  });
});

describe('what is not a spec at all', () => {
  const cyclic: { config?: unknown } = rawSpec();
  cyclic.config = { a: cyclic };
  let deep: unknown = 'end';
  for (let level = 0; level < 5_000; level++) deep = { deep };
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );

  it.each([
    { name: 'nothing', input: undefined, says: 'plain JSON' },
    { name: 'null', input: null, says: 'must be a map' },
    { name: 'a text', input: 'stack: dev', says: 'must be a map' },
    { name: 'a list', input: [], says: 'must be a map' },
    { name: 'bytes', input: new Uint8Array(8), says: 'plain JSON' },
    { name: 'a cycle', input: cyclic, says: 'deeper than 50' },
    { name: '5,000 levels', input: rawSpec({ config: { deep } }), says: 'deeper than 50' },
    { name: 'a big integer', input: rawSpec({ config: { a: 1n } }), says: 'plain JSON' },
    { name: 'a function', input: rawSpec({ config: { a: () => 1 } }), says: 'plain JSON' },
    { name: 'NaN', input: rawSpec({ config: { a: Number.NaN } }), says: 'plain JSON' },
    { name: 'a list without end', input: rawSpec({ config: { a: new Array(1e9) } }), says: 'plain JSON' },
    { name: 'an object that cannot be read', input: hostile, says: 'plain JSON' },
    {
      name: 'a key __proto__',
      input: JSON.parse('{"stack":"dev","config":{"__proto__":{"a":1}}}') as unknown,
      says: '__proto__',
    },
    { name: 'half a character', input: rawSpec({ config: { a: '\ud800' } }), says: 'whole Unicode' },
    { name: 'a NUL', input: rawSpec({ config: { a: 'a\0b' } }), says: 'whole Unicode' },
    { name: 'a text of 1 MB', input: rawSpec({ config: { a: 'x'.repeat(1e6) } }), says: '64 KB' },
    { name: 'more than 64 KB of umlauts', input: rawSpec({ config: { a: 'ü'.repeat(33_000) } }), says: '64 KB' },
  ])('is refused without throwing: $name (A6)', ({ input, says }) => {
    expect(describeViolations(violationsOf(input))).toContain(says);
  });

  it('never throws, whatever it is, from either origin (A6)', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (input) => {
        for (const options of [direct, kubernetes]) expect(parseStackSpec(input, options).ok).toBe(false);
      }),
    );
  });

  it('never throws for a spec with anything in one of its fields, and what it accepts it accepts again (A6)', () => {
    const field = fc.constantFrom(
      ...Object.keys(accepted(rawSpec()).spec),
      'config',
      'envRefs',
      'targets',
      'backend',
      'gitAuth',
    );
    fc.assert(
      fc.property(field, fc.anything(), (name, value) => {
        const parsed = parseStackSpec(rawSpec({ [name]: value }), direct);
        if (!parsed.ok) expect(describeViolations(parsed.violations).length).toBeLessThanOrEqual(1_000);
        else expect(accepted(parsed.spec).spec).toEqual(parsed.spec);
      }),
    );
  });
});

describe('a spec from a cluster', () => {
  it('loses its unknown fields, each with a warning (A6)', () => {
    const given = rawSpec({
      shiny: 1,
      retryPolicy: { jitter: 0, fresh: true },
      envRefs: { A: { type: 'Env', env: { name: 'B' }, literal: { value: 'x' } } },
    });
    const { spec, warnings } = accepted(given, kubernetes);
    expect(warnings.map((warning) => warning.split(' ')[0]).sort()).toEqual([
      'envRefs.A.literal',
      'retryPolicy.fresh',
      'shiny',
    ]);
    expect(spec).toEqual(
      accepted(rawSpec({ retryPolicy: { jitter: 0 }, envRefs: { A: { type: 'Env', env: { name: 'B' } } } })).spec,
    );
  });

  it('has its unknown fields counted when there are too many to name (A7)', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]));
    const { warnings } = accepted(rawSpec(unknown), kubernetes);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toContain('480 more');
  });

  it('may have a Flux source (B)', () => {
    const fluxSource = {
      sourceRef: { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', name: 'a' },
      dir: 'infra',
    };
    expect(accepted({ stack: 'dev', fluxSource }, kubernetes).spec.fluxSource).toEqual(fluxSource);
  });

  it('is refused for wrong types all the same, without what was dropped (A6)', () => {
    expect(violationsOf(rawSpec({ shiny: 1, suspend: 'x' }), kubernetes).map((violation) => violation.path)).toEqual([
      'suspend',
    ]);
  });
});

describe('what the operator clamps', () => {
  it.each([
    { given: 5, floor: 60, want: 60, warned: true },
    { given: 0, floor: 60, want: 60, warned: true },
    { given: -3, floor: 60, want: 60, warned: true },
    { given: 60, floor: 60, want: 60, warned: false },
    { given: 5, floor: 1, want: 5, warned: false },
    { given: undefined, floor: 300, want: 300, warned: false },
  ])(
    'is clamped: a resync of $given s over a floor of $floor s is $want s (D1, A6)',
    ({ given, floor, want, warned }) => {
      const parsed = accepted(rawSpec({ resyncFrequencySeconds: given }), { ...direct, minResyncSeconds: floor });
      expect(parsed.spec.resyncFrequencySeconds).toBe(want);
      expect(parsed.warnings).toHaveLength(warned ? 1 : 0);
    },
  );

  it('a git field beside another source is ignored with a warning (B)', () => {
    expect(accepted(rawSpec({ repoDir: 'infra' })).warnings).toEqual([expect.stringContaining('repoDir is ignored')]);
  });
});

describe('the description of violations', () => {
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) => ({ path: `field${i}`, message: 'x'.repeat(length) }));

  it.each([
    { name: 'a few', given: many(3, 20) },
    { name: 'one that is too long to be told beside the others', given: many(20, 300) },
    { name: 'a hundred', given: many(100, 5) },
  ])('names every path, in at most 1,000 characters: $name (A6)', ({ given }) => {
    const text = describeViolations(given);
    expect(text.length).toBeLessThanOrEqual(1_000);
    for (const { path } of given) expect(text).toContain(path);
  });

  it('counts those that do not fit (A7)', () => {
    const text = describeViolations(
      Array.from({ length: 100 }, (_, i) => ({ path: `p${i}`.repeat(20), message: 'wrong' })),
    );
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/and \d+ more$/);
  });
});
