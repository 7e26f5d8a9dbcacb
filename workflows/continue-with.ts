import { makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { Carried } from './carried';

/** Starts the next run with everything this one knows; the memo is passed on by hand, else it falls back to the first run's. */
export function continueWith(carried: Carried): Promise<never> {
  const { memo } = workflowInfo();
  const next = makeContinueAsNewFunc<(carried: Carried) => Promise<void>>(memo === undefined ? {} : { memo });
  return next(carried);
}
