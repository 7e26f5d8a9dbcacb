import { defined } from '../stack/defined';
import type { Cause, Operation } from '../stack/operation';
import { newRevision, resyncAt } from './due';
import type { Pass } from './pass';
import { queued, requestedOperation } from './requests';

/** Why something must run. `goesOn`: the parked update continues under its name. */
export interface Run {
  readonly cause: Cause;
  readonly operation: Operation;
  readonly detail: string;
  readonly by?: string;
  readonly goesOn?: boolean;
}

export type Trigger = (pass: Pass) => Run | undefined;

/** `up`, or `preview` where the spec only ever previews. */
export function mainOperation(pass: Pass): Operation {
  return pass.state.spec?.spec.preview === true ? 'preview' : 'up';
}

export const neverRan: Trigger = (pass) =>
  pass.state.attempted === undefined
    ? { cause: 'created', operation: mainOperation(pass), detail: `first ${mainOperation(pass)}` }
    : undefined;

export const generationChanged: Trigger = (pass) => {
  const { spec, attempted } = pass.state;
  if (spec === undefined || attempted?.generation === spec.generation) return undefined;
  return {
    cause: 'generationChanged',
    operation: mainOperation(pass),
    detail: `${mainOperation(pass)} of generation ${spec.generation}`,
  };
};

export const revisionChanged: Trigger = (pass) => {
  const revision = newRevision(pass);
  if (revision === undefined) return undefined;
  return {
    cause: 'revisionChanged',
    operation: mainOperation(pass),
    detail: `${mainOperation(pass)} of revision ${revision}`,
  };
};

export const resumed: Trigger = (pass) =>
  pass.state.runOwed === true
    ? { cause: 'resumed', operation: mainOperation(pass), detail: `${mainOperation(pass)} after resume` }
    : undefined;

export const reconcileRequested: Trigger = (pass) => {
  const asked = requestedOperation(pass.state.requests);
  if (asked === undefined) return undefined;
  const operation = asked === 'up' ? mainOperation(pass) : asked;
  const newest = queued(pass.state.requests).findLast((r) => r.operation === asked);
  return {
    cause: 'reconcileRequested',
    operation,
    detail: `${operation} on request ${newest?.token ?? ''}`,
    ...defined({ by: newest?.by }),
  };
};

/** A parked backoff goes on at its own time, with its failures (H3). */
export const retryDue: Trigger = (pass) => {
  const { update } = pass.state;
  if (update?.phase !== 'parked' || (update.nextAt ?? 0) > pass.now) return undefined;
  return {
    cause: update.cause,
    operation: update.operation,
    detail: `attempt ${update.attempts + 1} of ${update.name}`,
    ...defined({ by: update.by }),
    goesOn: true,
  };
};

export const resyncDue: Trigger = (pass) => {
  const at = resyncAt(pass);
  if (at === undefined || at > pass.now || pass.state.update !== undefined) return undefined;
  return {
    cause: 'resync',
    operation: mainOperation(pass),
    detail: `${mainOperation(pass)} because the resync is due`,
  };
};

/** In order; the first that fires gives the cause. */
export const triggers: readonly Trigger[] = [
  neverRan,
  generationChanged,
  revisionChanged,
  resumed,
  reconcileRequested,
  retryDue,
  resyncDue,
];
