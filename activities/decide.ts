import { decide } from '../src/reconcile/decide';
import type { DecisionSettings } from '../src/reconcile/snapshot';
import type { DecisionActivities } from './contract';

/** The activity that takes every decision; the rules themselves are pure and know nothing of Temporal. */
export function createDecide(settings: DecisionSettings): DecisionActivities['decide'] {
  return (snapshot) => Promise.resolve(decide(snapshot, settings));
}
