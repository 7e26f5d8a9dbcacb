import fc from 'fast-check';
import { parseManifest } from '../../../src/stack/manifest';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const object = (kind: string, difference: Record<string, unknown> = {}) => ({
  apiVersion: kind === 'Stack' || kind === 'Program' ? 'pulumi.com/v1' : 'v1',
  kind,
  metadata: { name: 'a' },
  ...(kind === 'Stack' ? { spec: { stack: 'dev' } } : {}),
  ...(kind === 'Program' ? { program: { resources: {} } } : {}),
  ...difference,
});

describe('a manifest', () => {
  it.each([
    {
      name: 'a Stack, its spec as it was written',
      given: object('Stack', {
        metadata: { name: 'a', namespace: 'prod', annotations: { 'pulumi.com/reconciliation-request': 't1' } },
      }),
      want: {
        kind: 'Stack',
        name: 'a',
        namespace: 'prod',
        annotations: { 'pulumi.com/reconciliation-request': 't1' },
        spec: { stack: 'dev' },
      },
    },
    { name: 'a Program', given: object('Program'), want: { kind: 'Program', name: 'a', program: { resources: {} } } },
    {
      name: 'a Secret, decoded, with stringData over data',
      given: object('Secret', { data: { a: base64('é'), b: base64('old') }, stringData: { b: 'new' } }),
      want: { kind: 'Secret', name: 'a', data: { a: 'é', b: 'new' } },
    },
    {
      name: 'a Secret whose base64 has line breaks',
      given: object('Secret', { data: { a: 'aGVs\nbG8=\n' } }),
      want: { kind: 'Secret', name: 'a', data: { a: 'hello' } },
    },
    { name: 'an empty Secret', given: object('Secret', { data: null }), want: { kind: 'Secret', name: 'a', data: {} } },
    {
      name: 'a ConfigMap with binary data',
      given: object('ConfigMap', { data: { a: 'x' }, binaryData: { b: base64('y') } }),
      want: { kind: 'ConfigMap', name: 'a', data: { a: 'x', b: 'y' } },
    },
    {
      name: 'another kind, which is skipped by name',
      given: object('Deployment', { apiVersion: 'apps/v1' }),
      want: { kind: 'skipped', apiVersion: 'apps/v1', originalKind: 'Deployment', name: 'a' },
    },
    {
      name: 'another kind of ours, which is skipped',
      given: object('Workspace', { apiVersion: 'auto.pulumi.com/v1alpha1' }),
      want: { kind: 'skipped', apiVersion: 'auto.pulumi.com/v1alpha1', originalKind: 'Workspace', name: 'a' },
    },
  ])('has $name (B)', ({ given, want }) => {
    const annotations = given.kind === 'Stack' ? {} : undefined;
    expect(parseManifest([given])).toEqual({
      documents: [{ document: 0, ...(annotations && { annotations }), ...want }],
      violations: [],
    });
  });

  it('is flattened where it has lists, and empty documents are passed over (B)', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [object('Stack'), object('Secret')] };
    const stacks = { apiVersion: 'pulumi.com/v1', kind: 'StackList', items: [object('Stack')] };
    const { documents } = parseManifest([null, list, undefined, stacks]);
    expect(documents.map(({ kind, document }) => `${kind} ${document}`)).toEqual(['Stack 1', 'Secret 1', 'Stack 3']);
  });

  it.each([
    { name: 'a text', given: 'hello', path: '', says: 'must be a map' },
    { name: 'no kind', given: { apiVersion: 'v1' }, path: 'kind', says: 'is required' },
    {
      name: 'an old Stack',
      given: object('Stack', { apiVersion: 'pulumi.com/v1alpha1' }),
      path: 'apiVersion',
      says: 'pulumi.com/v1',
    },
    { name: 'a Stack without spec', given: object('Stack', { spec: undefined }), path: 'spec', says: 'is required' },
    {
      name: 'a Stack without name',
      given: object('Stack', { metadata: {} }),
      path: 'metadata.name',
      says: 'is required',
    },
    {
      name: 'a name that is a path',
      given: object('Secret', { metadata: { name: '../x' } }),
      path: 'metadata.name',
      says: 'lower-case',
    },
    {
      name: 'a bad namespace',
      given: object('Stack', { metadata: { name: 'a', namespace: 'A' } }),
      path: 'metadata.namespace',
      says: 'lower-case',
    },
    {
      name: 'a Program without program',
      given: object('Program', { program: undefined }),
      path: 'program',
      says: 'is required',
    },
    {
      name: 'a Program of 2 MB',
      given: object('Program', { program: { a: 'x'.repeat(2e6) } }),
      path: 'program',
      says: '1024 KB',
    },
    {
      name: 'a Secret in plain text',
      given: object('Secret', { data: { a: 'hunter2!' } }),
      path: 'data.a',
      says: 'stringData',
    },
    { name: 'a Secret of bytes', given: object('Secret', { data: { a: '/w==' } }), path: 'data.a', says: 'UTF-8' },
    {
      name: 'a number for a text',
      given: object('ConfigMap', { data: { a: 5 } }),
      path: 'data.a',
      says: 'must be a text',
    },
    {
      name: 'a key that is a path',
      given: object('ConfigMap', { data: { '../a': 'x' } }),
      path: 'data["../a"]',
      says: 'key of letters',
    },
    {
      name: 'a list in a list',
      given: { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'List', items: [] }] },
      path: 'items[0].kind',
      says: 'List inside',
    },
    {
      name: 'a bad item of a list',
      given: { apiVersion: 'v1', kind: 'List', items: [object('Stack'), object('Stack', { spec: 1 })] },
      path: 'items[1].spec',
      says: 'must be a map',
    },
  ])('is refused, with document and path, for $name (A6)', ({ given, path, says }) => {
    const { violations } = parseManifest([object('Stack'), given]);
    expect(violations).toEqual([{ document: 1, path, message: expect.stringContaining(says) as string }]);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  });

  it('never throws, whatever its documents are (A6)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Stack', 'Program', 'Secret', 'ConfigMap'),
        fc.object(),
        fc.anything(),
        (kind, difference, other) => {
          parseManifest([object(kind, difference), other]);
        },
      ),
    );
  });
});
