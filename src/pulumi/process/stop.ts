import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { killSession } from './session';

/** Why a run is stopped from outside. */
export type StopKind = 'cancel' | 'shutdown' | 'fenced' | 'timeout';

/** How long each step of stopping may take, in milliseconds. */
export interface StopLadder {
  /** After the first SIGINT: Pulumi starts nothing more and lets what runs finish. */
  readonly finishMs: number;
  /** After the second: Pulumi leaves what runs behind as pending, but saves its state and its lock. */
  readonly leaveMs: number;
}

const ladders: Readonly<Record<StopKind, StopLadder>> = {
  cancel: { finishMs: 600_000, leaveMs: 30_000 },
  timeout: { finishMs: 60_000, leaveMs: 30_000 },
  shutdown: { finishMs: 20_000, leaveMs: 10_000 },
  fenced: { finishMs: 10_000, leaveMs: 5_000 }, // another worker may begin 90 s after the last sign of life
};

/** Reads why a signal was aborted: `{ kind }` as its reason; anything else is a cancel. */
export function stopKindOf(reason: unknown): StopKind {
  const kind = typeof reason === 'object' && reason !== null && 'kind' in reason ? reason.kind : undefined;
  return typeof kind === 'string' && kind in ladders ? (kind as StopKind) : 'cancel';
}

export function ladderFor(kind: StopKind): StopLadder {
  return ladders[kind];
}

/** Stops a session leader gracefully, then less so, then its whole session by force. */
export async function stopProcess(child: ChildProcess, ladder: StopLadder, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  if (await endsWithin(exited, ladder.finishMs)) return;
  child.kill('SIGINT');
  if (await endsWithin(exited, ladder.leaveMs)) return;
  if (child.pid !== undefined) await killSession(child.pid);
}

async function endsWithin(exited: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const ended = exited.then(() => true);
  const late = sleep(ms, false, { signal: timer.signal, ref: false }).catch(() => false);
  const result = await Promise.race([ended, late]);
  timer.abort();
  return result;
}
