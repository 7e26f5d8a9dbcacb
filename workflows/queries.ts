import { defineQuery, setHandler } from '@temporalio/workflow';
import { explain } from '../src/reconcile/explain';
import { toStatus } from '../src/reconcile/to-status';
import type { Shell } from './shell';

/** What a Stack tells when it is asked. Reads only: a query issues no command. */
export function answerQueries(shell: Pick<Shell, 'state' | 'log'>): void {
  setHandler(defineQuery('status'), () => toStatus(shell.state, shell.log), {
    description: 'Status, as in the Kubernetes object',
  });
  setHandler(defineQuery('explain'), () => explain(shell.state), {
    description: 'Why it runs, waits or idles, and what would change that',
  });
  setHandler(defineQuery('spec'), () => shell.state.spec?.spec ?? null, {
    description: 'The spec in force, with defaults filled in',
  });
  setHandler(defineQuery('events'), () => shell.log.events, { description: 'The last 50 events' });
}
