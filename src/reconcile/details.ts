import { isoTime } from '../stack/time';
import type { StatusLog } from './to-status';
import type { StackState } from './state';

/** Current details for the Web UI, as Markdown lists: its tables lose their borders. */
export function currentDetails(state: StackState, log: StatusLog): string {
  const lines = [
    `### ${state.phase}: ${state.decision?.message ?? ''}`,
    ...decisionLines(state),
    ...updateLines(state),
  ];
  const recent = log.history.slice(-5).reverse();
  if (recent.length > 0) {
    lines.push('', '**Last updates**', '');
    for (const u of recent) {
      const failure = u.message === undefined ? '' : ` — ${u.message}`;
      lines.push(
        `- \`${u.name}\` ${u.operation}, ${u.cause}: **${u.state}** at ${u.finishedAt}, ${u.attempts} attempt(s)${failure}`,
      );
    }
  }
  if (log.warnings.length > 0) lines.push('', '**Warnings**', '', ...log.warnings.slice(-3).map((w) => `- ${w}`));
  return lines.join('\n').slice(0, 8_000);
}

function decisionLines(state: StackState): string[] {
  const { decision, spec } = state;
  const taken = decision === undefined ? 'none' : `${decision.type} (${decision.reason}) at ${isoTime(decision.at)}`;
  return [
    '',
    `- **Decision** ${taken}`,
    `- **Next** ${nextText(state)}`,
    `- **Generation** ${spec?.generation ?? 0}`,
    ...state.conditions.map((c) => `- **${c.type}** ${c.status}, ${c.reason}`),
  ];
}

function nextText({ next }: StackState): string {
  if (next === undefined) return 'when the operation ends';
  return next.at === undefined ? next.reason : `${isoTime(next.at)}: ${next.reason}`;
}

function updateLines(state: StackState): string[] {
  const { update, lastUpdate } = state;
  const lines: string[] = [];
  if (update !== undefined) {
    const by = update.by === undefined ? '' : ` by ${update.by}`;
    lines.push(
      `- **In hand** \`${update.name}\` ${update.operation}, cause ${update.cause}${by}, attempt ${update.attempts}, since ${isoTime(update.startedAt)}`,
    );
  }
  if (lastUpdate?.state === 'failed')
    lines.push(`- **Last failure** ${lastUpdate.message ?? ''} (${lastUpdate.failures} in a row)`);
  return lines;
}
