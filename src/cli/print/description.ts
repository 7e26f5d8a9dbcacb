import type { StackDescription } from '../../client';
import type { StackSpec } from '../../stack/spec';
import type { Explanation, KubeEvent, StackStatus } from '../../stack/status';
import { momentText, spanText } from './ages';
import { countsText } from './counts';
import { eventTable } from './event-table';
import { historyTable, type TableLook } from './history-table';
import { outputLines } from './outputs';
import { paintPhase } from './paint';
import { operationText } from './progress';
import { sourceText } from './source';

/** Everything that is known about a Stack. */
export interface AboutStack {
  readonly seen: StackDescription;
  readonly status: StackStatus;
  readonly spec: StackSpec | undefined;
  readonly explanation: Explanation;
  readonly events: readonly KubeEvent[];
}

type Section = readonly [title: string, lines: readonly string[]];
type Fields = readonly (readonly [name: string, text: string | undefined])[];

const LAST_EVENTS = 10;

/** A Stack for people: what it is, what it does, what it did. Sections without content are left out. */
export function describeStack(about: AboutStack, look: TableLook): string {
  const { status, events } = about;
  const sections: readonly Section[] = [
    ['', head(about, look)],
    ['Spec', specLines(about)],
    ['Conditions', conditionLines(status, look)],
    ['Operation', operationLines(about, look)],
    ['Last update', lastUpdateLines(status, look)],
    ['Suspended', suspensionLines(status, look)],
    ['Requests', requestLines(status, look)],
    ['Outputs', outputLines(status)],
    ['Warnings', status.warnings],
    ['History', status.history.length === 0 ? [] : historyTable(status.history, look).split('\n')],
    ['Events', events.length === 0 ? [] : eventTable(events.slice(-LAST_EVENTS), look).split('\n')],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => (title === '' ? lines : [look.paint.strong(`${title}:`), ...lines.map(indent)]).join('\n'))
    .join('\n');
}

function head({ seen, status, explanation }: AboutStack, { now, paint }: TableLook): string[] {
  const { namespace, name } = seen.id;
  const { next } = status;
  return fieldLines([
    ['Name', name],
    ['Namespace', namespace],
    ['Phase', paintPhase(paint, status.phase)],
    ['Why', explanation.sentence],
    ['Next', next && `${next.at === undefined ? '' : `${momentText(next.at, now)}: `}${next.reason}`],
    ['Generation', String(status.observedGeneration)],
    ['Project', status.projectInfo && `${status.projectInfo.name} (${status.projectInfo.runtime})`],
    ['Run since', momentText(new Date(seen.startedAt).toISOString(), now)],
  ]);
}

function specLines({ spec }: AboutStack): string[] {
  if (spec === undefined) return [];
  const isLooping = spec.continueResyncOnCommitMatch || spec.branch !== undefined;
  const every = `${spec.resyncFrequencySeconds} s`;
  return fieldLines([
    ['Stack', spec.stack],
    ['Source', sourceText(spec)],
    ['Backend', spec.backend],
    ['Pool', spec.workerPool],
    ['Resync', isLooping ? every : undefined],
    ['Destroy', spec.destroyOnFinalize ? 'when it is deleted' : undefined],
    ['Preview', spec.preview ? 'only previews' : undefined],
  ]);
}

function conditionLines({ conditions }: StackStatus, { now }: TableLook): string[] {
  return conditions.map(
    ({ type, status, reason, message, lastTransitionTime: at }) =>
      `${type} ${status} for ${spanText(now - Date.parse(at))}, ${reason}: ${message}`,
  );
}

function operationLines({ seen: { operation }, status: { currentUpdate: current } }: AboutStack, look: TableLook) {
  if (current === undefined) return [];
  return fieldLines([
    ['Update', current.name],
    ['Operation', current.operation],
    ['Cause', `${current.cause}${current.by === undefined ? '' : `, by ${current.by}`}`],
    ['Since', momentText(current.startedAt, look.now)],
    ['Attempt', String(current.attempt)],
    ['Doing', operation && operationText(operation, look.now)],
    ['Host', operation?.host],
    ['Last failure', operation?.lastFailure?.message],
  ]);
}

function lastUpdateLines({ lastUpdate: last, retry }: StackStatus, { now, paint }: TableLook): string[] {
  if (last === undefined) return [];
  return fieldLines([
    ['Update', `${last.name} (${last.operation}, ${last.cause}${last.by === undefined ? '' : `, by ${last.by}`})`],
    ['State', last.state === 'succeeded' ? paint.good(last.state) : paint.bad(last.state)],
    ['Ended', momentText(last.finishedAt, now)],
    ['Changes', last.changes && countsText(last.changes)],
    ['Commit', last.lastAttemptedCommit],
    ['Failure', last.message],
    ['Class', last.failureClass],
    ['Failures', last.failures === 0 ? undefined : `${last.failures} in a row`],
    ['Next try', retry && momentText(retry.nextAt, now)],
    ['Link', last.permalink],
  ]);
}

function suspensionLines({ suspension }: StackStatus, { now }: TableLook): string[] {
  if (suspension === undefined) return [];
  return fieldLines([
    ['By', suspension.by === 'spec' ? 'the spec' : (suspension.owner ?? 'signal')],
    ['Reason', suspension.reason],
    ['Since', momentText(suspension.since, now)],
    ['Until', suspension.until && momentText(suspension.until, now)],
  ]);
}

function requestLines({ reconcileRequests }: StackStatus, { now }: TableLook): string[] {
  return reconcileRequests.map(({ token, channel, by, seenAt, state, outcome, update }) => {
    const end = outcome === undefined ? '' : `: ${outcome}${update === undefined ? '' : ` by ${update}`}`;
    return `${token} (${channel}${by === undefined ? '' : `, by ${by}`}, ${momentText(seenAt, now)}) ${state}${end}`;
  });
}

function fieldLines(fields: Fields): string[] {
  const given = fields.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text] as const]));
  const width = Math.max(0, ...given.map(([name]) => name.length + 1));
  return given.map(([name, text]) => `${`${name}:`.padEnd(width)}  ${text}`);
}

function indent(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
