import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { StallError } from '../src/stack/failure';
import { sourceOf } from '../src/stack/source';
import type { Sources } from '../src/source';
import type { QuickActivities } from './contract';

/** Looks up the newest revision of a polled source (D2). A permanent fault is not tried again before the next look. */
export function createResolveRevision(sources: Sources): QuickActivities['resolveRevision'] {
  return async ({ spec }) => {
    try {
      return { revision: await sources.resolve(sourceOf(spec), cancellationSignal()) };
    } catch (error) {
      if (!(error instanceof StallError)) throw error;
      throw ApplicationFailure.create({ type: error.failureClass, message: error.message, nonRetryable: true });
    }
  };
}
