import { CancelledFailure, CancellationScope, log, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { Decision } from '../src/reconcile/decision';
import { currentDetails } from '../src/reconcile/details';
import { STATE_VERSION } from '../src/reconcile/state';
import { continueWith } from './continue-with';
import { fallback } from './fallback';
import { Shell } from './shell';
import { show } from './show';

/**
 * One Stack, for as long as it exists. The loop asks `decide` what to do and does it; everything that matters comes in
 * through the inbox: signals, the end of an operation, a question of an attempt, a deadline. No rule is in here: a changed
 * rule must not break the replay of a running Stack.
 */
export async function stack(carried?: unknown): Promise<void> {
  const shell = new Shell(carried, workflowInfo());
  shell.listen();
  await CancellationScope.nonCancellable(async () => {
    for (;;) {
      const decision = await nextDecision(shell);
      const wait = await perform(shell, decision);
      if (wait === 'done') return;
      if (wait === 'wait') await shell.wait(decision);
    }
  });
}

/** Asks for a decision and works its changes in. Things that arrive meanwhile stay in the inbox and wake the loop again. */
async function nextDecision(shell: Shell): Promise<Decision> {
  const { taken, decision } = await shell.decide(fallback);
  if (decision.version > STATE_VERSION)
    throw new Error('the decision was taken by a newer release: waiting for a newer worker');
  shell.absorb(decision, taken);
  show(shell.state, decision);
  setCurrentDetails(currentDetails(shell.state, shell.log));
  return decision;
}

/** Carries the decision out, in a fixed order of commands. */
async function perform(shell: Shell, decision: Decision): Promise<'wait' | 'again' | 'done'> {
  switch (decision.type) {
    case 'run':
      shell.start(decision);
      return 'wait';
    case 'look':
      shell.look(decision);
      return 'wait';
    case 'interrupt':
      shell.interrupt();
      return 'wait';
    case 'wait':
      return 'wait';
    case 'continueAsNew':
      return continueAsNew(shell);
    case 'complete':
      return complete(shell, decision);
  }
}

/** Nothing may be in flight: checked again in the same synchronous stretch as the command. */
async function continueAsNew(shell: Shell): Promise<'again'> {
  if (shell.isBusy()) return 'again';
  await shell.allAnswered();
  if (shell.isBusy()) return 'again';
  return continueWith(shell.carried());
}

async function complete(shell: Shell, decision: Decision & { type: 'complete' }): Promise<'done'> {
  await shell.allAnswered();
  log.info(`the workflow ends: ${decision.message}`);
  if (decision.heir !== undefined) return continueWith(shell.heirOf(decision.heir));
  if (decision.cancelled === true) throw new CancelledFailure(decision.message);
  return 'done';
}
