import type { ServedRequest } from '../client';
import type { StackId } from '../stack/stack-id';
import type { ReconcileMessage } from '../../workflows/messages';
import { refusal } from './exit-error';
import { loadClient } from './lazy-modules';
import { stackName, type Session } from './session';

/** A request, and what to do when the Stack is suspended. */
export interface RunRequest {
  readonly message: ReconcileMessage;
  /** Keep the request while the Stack is suspended; else it is refused. */
  readonly queue?: boolean;
  /** Undefined: wait, unless the Stack is suspended. */
  readonly wait?: boolean;
}

/** What became of a request; `served` is undefined when nobody waited for it. */
export interface RequestedRun {
  readonly served?: ServedRequest;
  readonly suspended: boolean;
}

/** Sends a reconciliation request and waits until it is served (C5). */
export async function requestRun(session: Session, stack: StackId, request: RunRequest): Promise<RequestedRun> {
  const { message, queue, wait } = request;
  const client = await session.client();
  const { suspended, phase, memo } = await client.describe(stack);
  if (suspended && queue !== true) {
    const why = memo?.phase === phase ? memo.message : 'suspended';
    throw refusal(`${stackName(stack)} is ${why}; resume it, or keep the request for then with --queue`);
  }
  await client.reconcile(stack, message);
  if (!(wait ?? !suspended)) return { suspended };
  const goesOn = `the request goes on: see stackctl describe ${stack.namespace}/${stack.name}`;
  const served = await session.wait(goesOn, (options) =>
    loadClient().waitUntilServed(client, stack, message.token, options),
  );
  return { served, suspended };
}
