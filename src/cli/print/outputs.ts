import type { StackStatus } from '../../stack/status';

/** Outputs, one a line, strings as they are and everything else as JSON. */
export function outputLines({ outputs, outputsRef }: Pick<StackStatus, 'outputs' | 'outputsRef'>): string[] {
  if (outputs === undefined)
    return outputsRef === undefined ? [] : [`too large for the status; stored as ${outputsRef}`];
  return valueLines(outputs);
}

/** Names and values, the values in one column. */
export function valueLines(values: Readonly<Record<string, unknown>>): string[] {
  const width = Math.max(0, ...Object.keys(values).map((name) => name.length));
  return Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${valueText(value)}`);
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
