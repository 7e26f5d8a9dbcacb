import { parseManifest, type ManifestDocument } from '../../stack/manifest';
import { readTexts, type ManifestSource, type ManifestText } from './read-texts';
import { parseYaml } from './parse-yaml';

/** A document, and where it stands. */
export interface PlacedDocument {
  readonly document: ManifestDocument;
  /** `file:line` of a field of the document; of the document itself for a path that it does not have. */
  readonly place: (path: string) => string;
}

/** What was read: all documents, and all faults, each with `file:line`. */
export interface ReadManifest {
  readonly documents: readonly PlacedDocument[];
  readonly faults: readonly string[];
}

/** Changes a parsed document before it is judged, such as by filling in variables. */
type Transform = (document: unknown) => unknown;

/** Reads files, folders and standard input; rejects with an ExitError when one of them cannot be read. */
export async function readManifest(
  source: ManifestSource,
  transform: Transform = (same) => same,
): Promise<ReadManifest> {
  const read = (await readTexts(source)).map((text) => readText(text, transform));
  return { documents: read.flatMap(({ documents }) => documents), faults: read.flatMap(({ faults }) => faults) };
}

function readText({ name, text }: ManifestText, transform: Transform): ReadManifest {
  const { documents: parsed, faults } = parseYaml(name, text);
  const manifest = parseManifest(parsed.map(({ value }) => transform(value)));
  const placeOf = (document: number) => (path: string) => parsed[document]?.place(path) ?? name;
  return {
    documents: manifest.documents.map((document) => ({ document, place: placeOf(document.document) })),
    faults: [
      ...faults,
      ...manifest.violations.map(
        ({ document, path, message }) => `${placeOf(document)(path)}: ${path === '' ? 'document' : path} ${message}`,
      ),
    ],
  };
}
