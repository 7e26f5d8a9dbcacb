import type { Channel, ReconcileRequest } from './state';

const RING = 10;

type Outcome = NonNullable<ReconcileRequest['outcome']>;
type Operation = ReconcileRequest['operation'];

/** Adds a request to the ring; older queued ones of its channel and operation are superseded by it (C3). */
export function addRequest(ring: readonly ReconcileRequest[], request: ReconcileRequest): readonly ReconcileRequest[] {
  const older = ring.map((r) =>
    r.state === 'queued' && r.channel === request.channel && r.operation === request.operation
      ? ({ ...r, state: 'superseded' } as const)
      : r,
  );
  return trim([...older, request]);
}

/** Whether the ring or the channel's last value already knows the token (C3: delivery is at least once). */
export function isSeen(
  ring: readonly ReconcileRequest[],
  observed: Partial<Record<Channel, string>>,
  channel: Channel,
  token: string,
): boolean {
  return observed[channel] === token || ring.some((r) => r.channel === channel && r.token === token);
}

/** The operation that queued requests ask for: the oldest one's; undefined when none is queued. */
export function requestedOperation(ring: readonly ReconcileRequest[]): Operation | undefined {
  return queued(ring)[0]?.operation;
}

/** Requests that wait for a run. */
export function queued(ring: readonly ReconcileRequest[]): readonly ReconcileRequest[] {
  return ring.filter((r) => r.state === 'queued');
}

/** Queued requests for the operation begin with the update: they will be served by its first attempt. */
export function beginRequests(
  ring: readonly ReconcileRequest[],
  operation: Operation,
  update: string,
): readonly ReconcileRequest[] {
  return ring.map((r) =>
    r.state === 'queued' && r.operation === operation ? ({ ...r, state: 'running', update } as const) : r,
  );
}

/** The first attempt of `update` ended: its requests are served, and those they superseded share the outcome (C2, C3). */
export function serveRequests(
  ring: readonly ReconcileRequest[],
  update: string,
  outcome: Outcome,
): readonly ReconcileRequest[] {
  const served = ring.filter((r) => r.state === 'running' && r.update === update);
  const shares = (r: ReconcileRequest): boolean =>
    r.state === 'superseded' &&
    r.outcome === undefined &&
    served.some((s) => s.channel === r.channel && s.operation === r.operation && s.seenAt >= r.seenAt);
  return ring.map((r) => {
    if (served.includes(r)) return { ...r, state: 'served', outcome };
    return shares(r) ? { ...r, outcome, update } : r;
  });
}

/** An update that was stopped before its first attempt ended gives its requests back. */
export function requeueRequests(ring: readonly ReconcileRequest[], update: string): readonly ReconcileRequest[] {
  return ring.map((r) => {
    if (r.state !== 'running' || r.update !== update) return r;
    const { update: _gone, ...rest } = r;
    return { ...rest, state: 'queued' };
  });
}

/** Keeps the last ten, and never drops one that is still to be served. */
function trim(ring: readonly ReconcileRequest[]): readonly ReconcileRequest[] {
  const open = (r: ReconcileRequest): boolean => r.state === 'queued' || r.state === 'running';
  let excess = ring.length - RING;
  if (excess <= 0) return ring;
  return ring.filter((r) => open(r) || excess-- <= 0);
}
