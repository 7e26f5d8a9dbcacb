import type { Context } from '@temporalio/activity';
import type { AttemptRecord, Progress } from '../src/stack/operation';

/** What travels in heartbeats: who runs where, and how far it is. No secrets, at most some hundred bytes. */
export interface HeartbeatDetails {
  readonly runToken: string;
  readonly revision?: string;
  readonly record?: AttemptRecord;
  readonly progress?: Progress;
}

const EVERY_MS = 2_000;

/** Keeps an attempt alive and tells how far it is. */
export class Heartbeat {
  private details: HeartbeatDetails;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly ctx: Context,
    runToken: string,
  ) {
    this.details = { runToken };
    this.beat();
    this.timer = setInterval(() => this.beat(), EVERY_MS);
  }

  tell(details: Partial<HeartbeatDetails>): void {
    this.details = { ...this.details, ...details };
    if (details.record !== undefined || details.revision !== undefined) this.beat();
  }

  get revision(): string | undefined {
    return this.details.revision;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    this.ctx.heartbeat(this.details);
  }
}
