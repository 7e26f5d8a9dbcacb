import { defined } from '../stack/defined';
import type { BeginAttemptAnswer } from '../stack/begin-attempt';
import { haltReason } from './interruption';
import type { Pass } from './pass';

/** Answers the attempts that ask before they begin; after all other inputs, so that the newest counts (H3). */
export function judgeAsks(pass: Pass): void {
  for (const input of pass.snapshot.inbox) {
    if (input.kind === 'ask') pass.answers.push({ key: input.key, answer: judge(pass, input.id) });
  }
}

function judge(pass: Pass, id: string): BeginAttemptAnswer {
  const { update } = pass.state;
  if (update?.activityId !== id || update.phase === 'parked')
    return { go: false, reason: 'it is not the update in hand' };
  if (update.interruption !== undefined) return { go: false, reason: `it is being stopped (${update.interruption})` };
  const halt = haltReason(pass, false);
  if (halt !== undefined) {
    pass.change({ update: { ...update, interruption: halt.interruption } });
    return { go: false, reason: halt.message };
  }
  const { nextAt: _reached, ...rest } = update;
  pass.change({ update: { ...rest, phase: 'running', attempts: update.attempts + 1 } });
  return { go: true, failures: update.failures, ...defined({ revision: update.revision }) };
}
