import type { Pass } from '../pass';
import { addRequest, isSeen } from '../requests';
import type { Channel, ReconcileRequest } from '../state';
import { fieldsOf, optionalTexts, PayloadError, type Fields } from './payload';

const TOKEN_BYTES = 256;
const OPERATIONS = ['up', 'preview', 'refresh'] as const;

/** `reconcile`: a new token forces one update (C1). */
export function reduceReconcile(pass: Pass, payload: unknown): void {
  reduceToken(pass, 'signal', fieldsOf(payload));
}

/** Records a token of any channel; one that was seen before does nothing (C3). */
export function reduceToken(pass: Pass, channel: Channel, message: Fields): void {
  const token = tokenOf(message);
  const { state } = pass;
  if (isSeen(state.requests, state.observed, channel, token)) return;
  const request: ReconcileRequest = {
    token,
    channel,
    ...optionalTexts(message, 'by'),
    seenAt: pass.now,
    state: 'queued',
    operation: operationOf(message),
    ...(message.force === true ? { force: true } : {}),
  };
  pass.change({
    requests: addRequest(state.requests, request),
    observed: { ...state.observed, [channel]: token },
  });
}

function tokenOf(message: Fields): string {
  const { token } = message;
  if (typeof token !== 'string' || token.length === 0)
    throw new PayloadError('field token must be a string of 1 to 256 bytes');
  const bytes = new TextEncoder().encode(token).length;
  if (bytes > TOKEN_BYTES) throw new PayloadError(`field token has ${bytes} bytes; at most ${TOKEN_BYTES} are allowed`);
  return token;
}

function operationOf(message: Fields): ReconcileRequest['operation'] {
  const { operation } = message;
  if (operation === undefined || operation === null) return 'up';
  const known = OPERATIONS.find((o) => o === operation);
  if (known === undefined) throw new PayloadError(`field operation must be one of ${OPERATIONS.join(', ')}`);
  return known;
}
