import { defined } from '../stack/defined';
import isEqual from 'fast-deep-equal';
import { choose } from './choose';
import { conditionsOf } from './conditions';
import type { Decision, Outcome } from './decision';
import { judgeAsks } from './judge-asks';
import { clip, Pass } from './pass';
import { reduceInputs } from './reduce/reduce-inputs';
import { attributesOf, memoOf } from './shown';
import type { DecisionSettings, Snapshot } from './snapshot';
import { STATE_VERSION, type StackState } from './state';
import { tell, type Story } from './story';

/** Decides what a Stack does next from what is known about it now. Pure; never throws for bad input. */
export function decide(snapshot: Snapshot, settings: DecisionSettings): Decision {
  const pass = new Pass(snapshot, settings);
  reduceInputs(pass);
  judgeAsks(pass);
  const outcome = bounded(choose(pass));
  settle(pass, outcome);
  return {
    ...outcome,
    version: STATE_VERSION,
    ...delta(snapshot.state, pass.state),
    events: pass.events,
    finished: pass.finished,
    warnings: pass.warnings,
    answers: pass.answers,
  };
}

function bounded(outcome: Outcome): Outcome {
  return { ...outcome, message: clip(outcome.message) };
}

/** Works out what is shown: conditions, phase, next, memo and search attributes, all from the one story. */
function settle(pass: Pass, outcome: Outcome): void {
  const { type, reason, message } = outcome;
  pass.change({ decision: { at: pass.now, type, reason, message }, next: nextOf(pass, outcome) });
  const story = tell(pass);
  const shown = story ?? frozenStory(pass.state);
  pass.change({
    conditions: conditionsOf(pass, story),
    phase: shown.phase,
    attributes: attributesOf(pass, shown),
  });
  if (outcome.type !== 'run' && outcome.type !== 'look') pass.change({ memo: memoOf(pass, shown) });
}

/** Under a suspension the last story stands, with the phase Suspended. */
function frozenStory(state: StackState): Story {
  const ready = state.conditions.find((c) => c.type === 'Ready');
  return {
    phase: state.deletion === undefined ? 'Suspended' : 'Deleting',
    ready: {
      status: ready?.status ?? 'False',
      reason: (ready?.reason ?? 'NotReadyInProgress') as Story['ready']['reason'],
    },
    reason: 'Suspended',
    message: state.decision?.message ?? 'suspended',
  };
}

/** When and why it wakes next; while something runs, its end is what wakes it. */
function nextOf(pass: Pass, outcome: Outcome): StackState['next'] | undefined {
  if (outcome.type !== 'wait') return undefined;
  const at = pass.state.update?.phase === 'backoff' ? pass.state.update.nextAt : outcome.until;
  if (outcome.reason === 'Running' || outcome.reason === 'Stopping') return undefined;
  return { ...defined({ at }), reason: outcome.message };
}

/** The top-level fields that differ; the rest stays where it is (A5). */
function delta(before: StackState, after: StackState): Pick<Decision, 'changed' | 'removed'> {
  const keys = Object.keys(after) as (keyof StackState)[];
  const changed = Object.fromEntries(keys.filter((k) => !isEqual(before[k], after[k])).map((k) => [k, after[k]]));
  const removed = (Object.keys(before) as (keyof StackState)[]).filter((k) => !(k in after));
  return { changed: changed, removed };
}
