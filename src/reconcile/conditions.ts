import type { Condition } from '../stack/status';
import { isoTime } from '../stack/time';
import { isSuspended } from './due';
import { clip, type Pass } from './pass';
import type { Story } from './story';

/** The conditions that tell a story: Ready always, Reconciling or Stalled while True, Suspended beside them (J1). */
export function conditionsOf(pass: Pass, story: Story | undefined): readonly Condition[] {
  const told = story === undefined ? frozen(pass) : toldBy(pass, story);
  return isSuspended(pass) ? [...told, suspendedCondition(pass)] : told;
}

function toldBy(pass: Pass, story: Story): Condition[] {
  const { status, reason } = story.ready;
  const conditions = [mark(pass, { type: 'Ready', status, reason, message: story.message })];
  if (story.reconciling !== undefined) {
    conditions.push(
      mark(pass, { type: 'Reconciling', status: 'True', reason: story.reconciling, message: story.message }),
    );
  }
  if (story.stalled !== undefined) {
    conditions.push(mark(pass, { type: 'Stalled', status: 'True', reason: story.stalled, message: story.message }));
  }
  return conditions;
}

/** Under a suspension Ready and Stalled keep their last value; nothing is being reconciled. */
function frozen(pass: Pass): Condition[] {
  const kept = pass.state.conditions.filter((c) => c.type === 'Ready' || c.type === 'Stalled');
  if (kept.some((c) => c.type === 'Ready')) return kept;
  return [
    mark(pass, {
      type: 'Ready',
      status: 'False',
      reason: 'NotReadyInProgress',
      message: 'suspended before the first run',
    }),
  ];
}

function suspendedCondition(pass: Pass): Condition {
  const { suspension } = pass.state;
  const reason = suspension === undefined ? 'SuspendedBySpec' : 'SuspendedBySignal';
  const message = suspension?.reason ?? (suspension === undefined ? 'spec.suspend is true' : 'suspended on request');
  return mark(pass, { type: 'Suspended', status: 'True', reason, message });
}

/** Makes a condition; its transition time moves only when the status flips (the Kubernetes convention). */
function mark(pass: Pass, fields: Pick<Condition, 'type' | 'status' | 'reason' | 'message'>): Condition {
  const { spec, refused } = pass.state;
  const before = pass.state.conditions.find((c) => c.type === fields.type);
  const kept = before?.status === fields.status ? before.lastTransitionTime : isoTime(pass.now);
  return {
    ...fields,
    message: clip(fields.message),
    observedGeneration: refused?.generation ?? spec?.generation ?? 0,
    lastTransitionTime: kept,
  };
}
