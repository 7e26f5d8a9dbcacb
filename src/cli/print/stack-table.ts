import type { StackSummary } from '../../client';
import type { StackMemo } from '../../stack/status';
import { agoText, inText, spanText } from './ages';
import type { TableLook } from './history-table';
import { paintPhase } from './paint';
import { renderTable, type Column } from './table';

/** Which columns a list of Stacks has. */
export interface StackTableLook extends TableLook {
  readonly wide: boolean;
  readonly namespaces: boolean;
}

const NAMESPACE: Column = { title: 'NAMESPACE', least: 9 };
const COLUMNS: readonly Column[] = [
  { title: 'NAME', least: 10 },
  { title: 'PHASE' },
  { title: 'READY' },
  { title: 'REASON', least: 8 },
  { title: 'LAST UPDATE' },
  { title: 'AGE' },
  { title: 'NEXT' },
];
const WIDE: readonly Column[] = [
  { title: 'UPDATE' },
  { title: 'GENERATION' },
  { title: 'FAILURES' },
  { title: 'POOL' },
  { title: 'MESSAGE' },
];

/** Stacks as `get` lists them. */
export function stackTable(stacks: readonly StackSummary[], look: StackTableLook): string {
  const columns = [...(look.namespaces ? [NAMESPACE] : []), ...COLUMNS, ...(look.wide ? WIDE : [])];
  const rows = stacks.map((stack) => [
    ...(look.namespaces ? [stack.id.namespace] : []),
    ...rowOf(stack, look),
    ...(look.wide ? wideOf(stack) : []),
  ]);
  return renderTable(columns, rows, look.width);
}

function rowOf(stack: StackSummary, { now, paint }: StackTableLook): string[] {
  const { id, phase, ready, reason, memo, startedAt, nextRun } = stack;
  return [
    id.name,
    paintPhase(paint, phase),
    ready ? 'True' : 'False',
    reason === '' ? '-' : reason,
    lastUpdateText(memo, now),
    spanText(now - startedAt),
    nextRun === undefined ? '-' : inText(nextRun, now),
  ];
}

function wideOf({ memo, failures, pool }: StackSummary): string[] {
  const generation = memo === undefined ? '' : String(memo.generation);
  return [memo?.lastUpdate?.name ?? '', generation, String(failures), pool ?? '', memo?.message ?? ''];
}

/** `3m ago`, or `failed 3m`. */
function lastUpdateText(memo: StackMemo | undefined, now: number): string {
  if (memo?.lastUpdate === undefined) return '-';
  const { state, finishedAt } = memo.lastUpdate;
  return state === 'failed' ? `failed ${spanText(now - Date.parse(finishedAt))}` : agoText(finishedAt, now);
}
