import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** Width below which it is not made narrower when the table is too wide; undefined: it keeps its width. */
  readonly least?: number;
  /** Long text goes on in the next line instead of being cut. */
  readonly wrap?: boolean;
}

const GAP = 2;
const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '' },
  ...{ 'bottom-left': '', 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '' },
  ...{ right: '', 'right-mid': '', middle: ' '.repeat(GAP) },
};

/** A plain table of at most `width` characters, a heading and one line a row; undefined: as wide as it likes. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string {
  const wanted = columns.map(({ title }, index) =>
    Math.max(...[title, ...rows.map((row) => row[index] ?? '')].map(widthOf)),
  );
  const colWidths = width === undefined ? wanted : fit(columns, wanted, width);
  const table = new Table({
    head: columns.map(({ title }) => title),
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths,
    wordWrap: true,
  });
  table.push(...rows.map((row) => row.map((text, index) => cellOf(text, columns[index], colWidths[index]))));
  return trimLines(table.toString());
}

function cellOf(text: string, column: Column | undefined, width = 0) {
  const content = column?.wrap === true || widthOf(text) <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
  return { content, wordWrap: column?.wrap === true };
}

/** Takes from the last columns first: the first ones say which row it is. */
function fit(columns: readonly Column[], wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1) - width;
  for (let index = widths.length - 1; index >= 0 && excess > 0; index--) {
    const now = widths[index] ?? 0;
    const less = Math.min(excess, Math.max(0, now - (columns[index]?.least ?? now)));
    widths[index] = now - less;
    excess -= less;
  }
  return widths;
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
