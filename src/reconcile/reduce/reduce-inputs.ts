import type { Pass } from '../pass';
import type { Input } from '../snapshot';
import { PayloadError } from './payload';
import { reduceApply } from './reduce-apply';
import { reduceAttemptFailed } from './reduce-attempt';
import { reduceCancel, reduceDelete, reduceExpiry, reduceResume, reduceSuspend } from './reduce-control';
import { reduceEnded } from './reduce-ended';
import { reduceLooked } from './reduce-looked';
import { reduceReconcile } from './reduce-reconcile';

const signals: Readonly<Record<string, (pass: Pass, payload: unknown) => void>> = {
  apply: reduceApply,
  reconcile: reduceReconcile,
  suspend: reduceSuspend,
  resume: reduceResume,
  cancel: reduceCancel,
  delete: reduceDelete,
  attemptFailed: reduceAttemptFailed,
};

/** Works the inbox into the state, input by input: one that fails is dropped with a warning, the others stand (A5). */
export function reduceInputs(pass: Pass): void {
  for (const input of pass.snapshot.inbox) {
    const before = pass.state;
    try {
      reduceInput(pass, input);
    } catch (error) {
      pass.state = before;
      pass.warn(`${nameOf(input)} dropped: ${textOf(error)}`);
    }
  }
  reduceExpiry(pass);
}

function reduceInput(pass: Pass, input: Input): void {
  switch (input.kind) {
    case 'signal':
      reduceSignal(pass, input.name, input.payload);
      return;
    case 'ended':
      reduceEnded(pass, input.id, input.end);
      return;
    case 'looked':
      reduceLooked(pass, input);
      return;
    case 'cancelled':
      pass.change({ managementEnded: true });
      return;
    case 'ask': // judged last, when everything else is known: `judgeAsks`
  }
}

function reduceSignal(pass: Pass, name: string, payload: unknown): void {
  const reduce = Object.hasOwn(signals, name) ? signals[name] : undefined;
  if (reduce === undefined) throw new PayloadError('this release does not know the signal');
  reduce(pass, payload);
}

function nameOf(input: Input): string {
  return input.kind === 'signal' ? `signal ${input.name}` : `input ${input.kind}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
