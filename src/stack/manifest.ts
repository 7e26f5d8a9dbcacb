import type { z } from 'zod';
import {
  configMapSchema,
  listSchema,
  otherSchema,
  programSchema,
  secretSchema,
  stackSchema,
  typeSchema,
} from './manifest-schemas';
import { issueText, violationsOf } from './spec/issue-text';
import { pathText } from './spec/violation';

interface Named {
  /** Number of the document in the manifest, from 0. */
  readonly document: number;
  readonly name: string;
  /** Absent: whatever namespace the reader works in. */
  readonly namespace?: string;
}

export interface StackDocument extends Named {
  readonly kind: 'Stack';
  readonly annotations: Readonly<Record<string, string>>;
  /** As it was written; `parseStackSpec` judges it. */
  readonly spec: Readonly<Record<string, unknown>>;
}
export interface ProgramDocument extends Named {
  readonly kind: 'Program';
  /** A Pulumi YAML program; Pulumi judges it. */
  readonly program: Readonly<Record<string, unknown>>;
}
/** Values as text: a Secret's are decoded. */
export interface DataDocument extends Named {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly data: Readonly<Record<string, string>>;
}
/** A kind that is not ours: named, not applied. */
export interface SkippedDocument {
  readonly kind: 'skipped';
  readonly document: number;
  readonly apiVersion: string;
  readonly originalKind: string;
  /** Empty when it has none. */
  readonly name: string;
}
export type ManifestDocument = StackDocument | ProgramDocument | DataDocument | SkippedDocument;

/** What is wrong with one document; never holds a value. */
export interface ManifestViolation {
  readonly document: number;
  /** Path in the document, such as `items[2].metadata.name`; empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

export interface Manifest {
  readonly documents: readonly ManifestDocument[];
  readonly violations: readonly ManifestViolation[];
}

/** One object, where it stands, and the list that takes its faults. */
interface Entry {
  readonly input: unknown;
  readonly document: number;
  readonly path: readonly PropertyKey[];
  readonly violations: ManifestViolation[];
}

/** Sorts parsed YAML or JSON documents by kind; lists are flattened, empty documents are passed over. */
export function parseManifest(parsed: readonly unknown[]): Manifest {
  const violations: ManifestViolation[] = [];
  const documents = parsed
    .flatMap((input, document) => entriesOf({ input, document, path: [], violations }))
    .flatMap((entry) => parseEntry(entry) ?? []);
  return { documents, violations };
}

function entriesOf(entry: Entry): Entry[] {
  if (entry.input === null || entry.input === undefined) return [];
  const list = listSchema.safeParse(entry.input);
  if (!list.success) return [entry];
  return list.data.items.map((input, index) => ({ ...entry, input, path: ['items', index] }));
}

function parseEntry(entry: Entry): ManifestDocument | undefined {
  const type = parseBy(typeSchema, entry);
  if (type === undefined) return undefined;
  if (type.apiVersion.startsWith('pulumi.com/')) return parsePulumi(type, entry);
  if (type.apiVersion !== 'v1') return skipped(type, entry);
  if (type.kind === 'Secret') return dataDocument('Secret', parseBy(secretSchema, entry), entry);
  if (type.kind === 'ConfigMap') return dataDocument('ConfigMap', parseBy(configMapSchema, entry), entry);
  if (listSchema.safeParse(entry.input).success) {
    report(entry, ['kind'], 'must not be a List inside a List');
    return;
  }
  return skipped(type, entry);
}

function parsePulumi(type: z.output<typeof typeSchema>, entry: Entry): ManifestDocument | undefined {
  if (type.kind !== 'Stack' && type.kind !== 'Program') return skipped(type, entry);
  if (type.apiVersion !== 'pulumi.com/v1') {
    report(entry, ['apiVersion'], 'must be pulumi.com/v1: other versions have other fields; convert the manifest');
    return;
  }
  return type.kind === 'Stack' ? stackDocument(entry) : programDocument(entry);
}

function stackDocument(entry: Entry): StackDocument | undefined {
  const parsed = parseBy(stackSchema, entry);
  if (parsed === undefined) return undefined;
  return { kind: 'Stack', ...named(parsed, entry), annotations: parsed.metadata.annotations ?? {}, spec: parsed.spec };
}

function programDocument(entry: Entry): ProgramDocument | undefined {
  const parsed = parseBy(programSchema, entry);
  return parsed && { kind: 'Program', ...named(parsed, entry), program: parsed.program };
}

function dataDocument(
  kind: DataDocument['kind'],
  parsed: z.output<typeof secretSchema> | undefined,
  entry: Entry,
): DataDocument | undefined {
  return parsed && { kind, ...named(parsed, entry), data: parsed.data };
}

function skipped({ apiVersion, kind }: z.output<typeof typeSchema>, { document, input }: Entry): SkippedDocument {
  const other = otherSchema.safeParse(input);
  const name = other.success ? other.data.metadata.name : '';
  return { kind: 'skipped', document, apiVersion, originalKind: kind, name };
}

function named({ metadata }: Pick<z.output<typeof stackSchema>, 'metadata'>, { document }: Entry): Named {
  const { name, namespace } = metadata;
  return namespace === undefined || namespace === null ? { document, name } : { document, name, namespace };
}

function parseBy<T>(schema: z.ZodType<T>, entry: Entry): T | undefined {
  const parsed = schema.safeParse(entry.input, { error: issueText });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    for (const { message } of violationsOf(issue, [])) report(entry, issue.path, message);
  }
  return undefined;
}

function report({ violations, document, path }: Entry, field: readonly PropertyKey[], message: string): void {
  violations.push({ document, path: pathText([...path, ...field]), message });
}
