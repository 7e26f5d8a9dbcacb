import type { KubeEvent } from '../../stack/status';
import { agoText } from './ages';
import type { TableLook } from './history-table';
import type { Paint } from './paint';
import { renderTable, type Column } from './table';

const COLUMNS: readonly Column[] = [
  { title: 'LAST SEEN' },
  { title: 'TYPE' },
  { title: 'REASON' },
  { title: 'MESSAGE', least: 20, wrap: true },
];

/** Events as `kubectl get events` shows them. */
export function eventTable(events: readonly KubeEvent[], { now, paint, width }: TableLook): string {
  const rows = events.map(({ at, type, reason, note }) => [agoText(at, now), typeText(type, paint), reason, note]);
  return renderTable(COLUMNS, rows, width);
}

/** One event as it comes. */
export function eventLine({ at, type, reason, note }: KubeEvent, paint: Paint): string {
  return `${at}  ${typeText(type, paint)}  ${reason}  ${note}`;
}

function typeText(type: KubeEvent['type'], paint: Paint): string {
  return type === 'Warning' ? paint.bad(type) : type;
}
