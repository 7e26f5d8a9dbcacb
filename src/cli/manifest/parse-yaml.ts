import { isNode, LineCounter, parseAllDocuments, type Document } from 'yaml';

/** One document of a file. */
export interface YamlDocument {
  readonly value: unknown;
  /** `file:line` of a field by its path, or of what comes nearest to it. */
  readonly place: (path: string) => string;
}

/** Documents that could be parsed, and `file:line: message` for what could not. */
export interface ParsedYaml {
  readonly documents: readonly YamlDocument[];
  readonly faults: readonly string[];
}

const SEGMENT = /\.?([A-Za-z_][\w-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Parses YAML or JSON. A text with a fault gives no documents: what follows the fault could mean anything. */
export function parseYaml(name: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents: readonly Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
  const at = (offset: number): string => `${name}:${lines.linePos(offset).line}`;
  const errors = documents.flatMap((document) => document.errors);
  if (errors.length > 0) {
    return { documents: [], faults: errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`) };
  }
  const faults: string[] = [];
  const values = documents.map((document) => {
    try {
      return document.toJS() as unknown;
    } catch (error) {
      faults.push(`${at(document.range[0])}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  });
  return {
    documents: documents.map((document, index) => ({
      value: values[index],
      place: (path) => at(offsetOf(document, segmentsOf(path))),
    })),
    faults,
  };
}

/** Reads a path back, as violations have it: `a.b[0]["odd key"]`. */
function segmentsOf(path: string): (string | number)[] {
  const segments: (string | number)[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) return segments;
    const [, key, index, quoted] = match;
    segments.push(key ?? (index === undefined ? String(JSON.parse(quoted ?? '""')) : Number(index)));
  }
  return segments;
}

function offsetOf(document: Document.Parsed, segments: readonly (string | number)[]): number {
  for (let length = segments.length; length > 0; length--) {
    const node: unknown = document.getIn(segments.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range[0] ?? document.range[0];
}
