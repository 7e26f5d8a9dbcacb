import type { StackClient, StackDescription, TargetOptions, WaitOptions } from '../client';
import { defined } from '../stack/defined';
import type { StackId } from '../stack/stack-id';
import { EXIT } from './exit-error';
import { parseStack, type Globals } from './globals';
import type { CliIo } from './io';
import { loadClient } from './lazy-modules';
import { paint, type Paint } from './print/paint';
import { progressText } from './print/progress';

/** What a verb is put together from; tests give a client of their own. */
export interface CliParts {
  connect(options: TargetOptions): Promise<StackClient>;
  /** Epoch milliseconds. */
  now(): number;
  /** Pause between two looks in milliseconds; undefined: as the wait likes. */
  readonly everyMs?: number;
}

export const PARTS: CliParts = {
  connect: (options) => loadClient().connect(options),
  now: () => Date.now(),
};

/** Ctrl-C while something waited; the message says what goes on without us. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One run of one verb: its flags, its streams, and a client that is connected when it is first needed. */
export class Session {
  readonly paint: Paint;
  private connected: StackClient | undefined;

  constructor(
    readonly io: CliIo,
    readonly globals: Globals,
    private readonly parts: CliParts,
  ) {
    this.paint = paint(globals.color && io.isTTY && (io.env.NO_COLOR ?? '') === '');
  }

  async client(): Promise<StackClient> {
    const { address, temporalNamespace: namespace } = this.globals;
    this.connected ??= await this.parts.connect({ environment: this.io.env, ...defined({ address, namespace }) });
    return this.connected;
  }

  async close(): Promise<void> {
    await this.connected?.close();
  }

  stack(text: string): StackId {
    return parseStack(text, this.globals);
  }

  /** Pause between two looks; undefined: as the one who looks likes. */
  get everyMs(): number | undefined {
    return this.parts.everyMs;
  }

  now(): number {
    return this.parts.now();
  }

  /** Who asks, for `by`; undefined when the environment does not tell. */
  user(): string | undefined {
    return this.io.env.USER ?? this.io.env.LOGNAME;
  }

  /** A result, on standard output. */
  print(text: string): void {
    this.io.stdout.write(`${text}\n`);
  }

  /** A word beside the result, on standard error. */
  note(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }

  /** Waits with the state on standard error; Ctrl-C ends it with `goesOn`, which says what happens without us. */
  async wait<T>(goesOn: string, work: (options: WaitOptions) => Promise<T>): Promise<T> {
    const interrupts = this.io.listenForInterrupt();
    const live = this.io.redraw('stderr');
    const show = live === undefined ? this.lines() : (text: string) => live.draw(text);
    const onLook = (seen: StackDescription): void => show(progressText(seen, this.now()));
    try {
      const { everyMs } = this.parts;
      const { timeoutMs } = this.globals;
      return await work({ timeoutMs, signal: interrupts.signal, onLook, ...defined({ everyMs }) });
    } catch (error) {
      throw interrupts.signal.aborted ? new Interrupted(goesOn) : error;
    } finally {
      live?.clear();
      interrupts.release();
    }
  }

  /** Goes on until `work` ends or Ctrl-C ends it. */
  async follow(work: (options: WaitOptions) => Promise<unknown>): Promise<number> {
    const interrupts = this.io.listenForInterrupt();
    try {
      const { everyMs } = this.parts;
      await work({ timeoutMs: Number.POSITIVE_INFINITY, signal: interrupts.signal, ...defined({ everyMs }) });
      return EXIT.good;
    } catch (error) {
      if (interrupts.signal.aborted) return EXIT.interrupted;
      throw error;
    } finally {
      interrupts.release();
    }
  }

  /** Where nothing can be drawn again: a line whenever it is another one. */
  private lines(): (text: string) => void {
    let before: string | undefined;
    return (text) => {
      if (text !== before) this.note(text);
      before = text;
    };
  }
}

/** How Stacks are named in all output: `stack/default/network`. */
export { workflowIdOf as stackName } from '../stack/stack-id';
