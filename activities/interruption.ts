import type { Context } from '@temporalio/activity';

/** Why an attempt is interrupted: asked to, its worker stops, or Temporal has given it up. */
export type InterruptionKind = 'cancel' | 'shutdown' | 'fenced';

export interface Interruption {
  readonly signal: AbortSignal;
  kind(): InterruptionKind | undefined;
}

/**
 * Turns what Temporal tells an attempt into one abort signal. A pause or a reset is no reason to break off an update:
 * it finishes, and the server holds what comes after. The drain of the worker is a channel of its own, because only one
 * cancel is ever delivered to an attempt.
 */
export function interruptionOf(ctx: Context, drain: AbortSignal): Interruption {
  const controller = new AbortController();
  let kind: InterruptionKind | undefined;
  const interrupt = (why: InterruptionKind): void => {
    if (controller.signal.aborted) return;
    kind = why;
    controller.abort({ kind: why });
  };
  const onCancel = (): void => {
    const details = ctx.cancellationDetails;
    if (details?.cancelRequested === true) interrupt('cancel');
    else if (details?.workerShutdown === true) interrupt('shutdown');
    else if (details?.paused !== true && details?.reset !== true) interrupt('fenced');
  };
  const onDrain = (): void => interrupt('shutdown');
  listen(ctx.cancellationSignal, onCancel);
  listen(drain, onDrain);
  return { signal: controller.signal, kind: () => kind };
}

function listen(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
