import type { BeginAttemptAnswer } from '../stack/begin-attempt';
import type { HistoryEntryStatus, KubeEvent } from '../stack/status';
import { isoTime } from '../stack/time';
import type { DecisionSettings, Snapshot } from './snapshot';
import type { StackState } from './state';

const MESSAGE_LIMIT = 1_000;

/** One pass over a snapshot: the state as reduced so far, and what the pass has to tell. */
export class Pass {
  state: StackState;
  readonly events: KubeEvent[] = [];
  readonly finished: HistoryEntryStatus[] = [];
  readonly warnings: string[] = [];
  readonly answers: { key: string; answer: BeginAttemptAnswer }[] = [];

  constructor(
    readonly snapshot: Snapshot,
    readonly settings: DecisionSettings,
  ) {
    this.state = snapshot.state;
  }

  get now(): number {
    return this.snapshot.now;
  }

  /** Replaces the given fields; a field given as undefined is removed. */
  change(fields: { [K in keyof StackState]?: StackState[K] | undefined }): void {
    const next: Record<string, unknown> = { ...this.state };
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) Reflect.deleteProperty(next, key);
      else next[key] = value;
    }
    this.state = next as unknown as StackState;
  }

  event(type: KubeEvent['type'], reason: string, note: string): void {
    this.events.push({ at: isoTime(this.now), type, reason, note: clip(note) });
  }

  warn(message: string): void {
    this.warnings.push(clip(`${isoTime(this.now)} ${message}`));
  }
}

/** Bounds a text that goes into status, events or search attributes (A7). */
export function clip(text: string, limit: number = MESSAGE_LIMIT): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
