import { parseStackSpec, type StackSpec } from '../../stack/spec';
import type { DataDocument, ProgramDocument, SkippedDocument, StackDocument } from '../../stack/manifest';
import type { StackId } from '../../stack/stack-id';
import { unhonouredFields } from '../../stack/unhonoured';
import type { PlacedDocument, ReadManifest } from './read-manifest';

/** A Stack to be applied. */
export interface PlannedStack {
  readonly id: StackId;
  readonly document: StackDocument;
  /** As parsed here; the workflow parses it anew, with its worker's floor of the resync. */
  readonly spec: StackSpec;
}

/** What goes to the local store. */
export interface PlannedObject {
  readonly namespace: string;
  readonly document: ProgramDocument | DataDocument;
}

/** What an apply will do; nothing of it is done while there are faults. */
export interface ApplyPlan {
  readonly objects: readonly PlannedObject[];
  readonly stacks: readonly PlannedStack[];
  /** Lines for people: kinds that are skipped, fields that are not honoured yet. */
  readonly notes: readonly string[];
  /** `file:line: what is wrong`. */
  readonly faults: readonly string[];
}

/** Which namespace documents get. */
export interface NamespaceChoice {
  readonly namespace: string;
  /** Given by the user: then a document of another one is a fault. */
  readonly namespaceGiven: boolean;
}

/** The floor is the worker's business: here only what no worker takes is a fault. */
const LEAST_RESYNC_SECONDS = 1;

/** Judges all documents before anything is sent, so that a fault in one of them stops all of it. */
export function planApply({ documents, faults }: ReadManifest, choice: NamespaceChoice): ApplyPlan {
  const plans = documents.map((placed) => planOne(placed, choice));
  return {
    objects: plans.flatMap(({ objects = [] }) => objects),
    stacks: plans.flatMap(({ stacks = [] }) => stacks),
    notes: plans.flatMap(({ notes = [] }) => notes),
    faults: [...faults, ...plans.flatMap((plan) => plan.faults ?? [])],
  };
}

function planOne({ document, place }: PlacedDocument, choice: NamespaceChoice): Partial<ApplyPlan> {
  if (document.kind === 'skipped') return { notes: [skippedText(document)] };
  const { namespace = choice.namespace } = document;
  if (choice.namespaceGiven && namespace !== choice.namespace) {
    const path = 'metadata.namespace';
    return { faults: [`${place(path)}: ${path} is ${namespace}, but --namespace is ${choice.namespace}`] };
  }
  if (document.kind !== 'Stack') return { objects: [{ namespace, document }] };
  return planStack(document, namespace, place);
}

function planStack(document: StackDocument, namespace: string, place: PlacedDocument['place']): Partial<ApplyPlan> {
  const id = { namespace, name: document.name };
  const parsed = parseStackSpec(document.spec, {
    origin: 'direct',
    namespace,
    stackName: document.name,
    minResyncSeconds: LEAST_RESYNC_SECONDS,
  });
  if (!parsed.ok) {
    const pathOf = (path: string): string => (path === '' ? 'spec' : `spec${path.startsWith('[') ? '' : '.'}${path}`);
    return { faults: parsed.violations.map((v) => `${place(pathOf(v.path))}: ${pathOf(v.path)} ${v.message}`) };
  }
  const fields = unhonouredFields(parsed.spec).map(({ path, message }) => `spec.${path}: ${message}`);
  const notes = [...parsed.warnings, ...fields].map((text) => `warning: stack/${namespace}/${id.name}: ${text}`);
  return { stacks: [{ id, document, spec: parsed.spec }], notes };
}

function skippedText({ apiVersion, originalKind, name }: SkippedDocument): string {
  return `skipped: ${originalKind}${name === '' ? '' : ` ${name}`} (${apiVersion}): only Stack, Program, Secret and ConfigMap are applied`;
}
