import type { HistoryEntryStatus } from '../../stack/status';
import { agoText, spanText } from './ages';
import { countsText } from './counts';
import type { Paint } from './paint';
import { renderTable, type Column } from './table';

/** How a table is shown; `width` undefined: as wide as it likes. */
export interface TableLook {
  readonly now: number;
  readonly paint: Paint;
  readonly width?: number;
}

const COLUMNS: readonly Column[] = [
  { title: 'UPDATE', least: 12 },
  { title: 'OPERATION' },
  { title: 'CAUSE', least: 8 },
  { title: 'RESULT' },
  { title: 'ENDED' },
  { title: 'TOOK' },
  { title: 'TRIES' },
  { title: 'CHANGES', least: 10 },
];

/** Updates, and below the table the messages of those that failed. */
export function historyTable(updates: readonly HistoryEntryStatus[], { now, paint, width }: TableLook): string {
  const rows = updates.map((update) => [
    update.name,
    update.operation,
    update.cause,
    update.state === 'succeeded' ? paint.good(update.state) : paint.bad(update.state),
    agoText(update.finishedAt, now),
    spanText(Date.parse(update.finishedAt) - Date.parse(update.startedAt)),
    String(update.attempts),
    countsText(update.changes),
  ]);
  const messages = updates.flatMap(({ name, message }) => (message === undefined ? [] : [`${name}: ${message}`]));
  return [renderTable(COLUMNS, rows, width), ...messages].join('\n');
}
