/** Somewhere to write text. */
interface Output {
  write(text: string): unknown;
}

/** A place on a terminal that is drawn again and again. */
export interface Redraw {
  draw(text: string): void;
  /** Removes what was drawn. */
  clear(): void;
  /** Leaves what was drawn; the next text begins below. */
  done(): void;
}

/** Ctrl-C, taken over for as long as something waits. */
export interface Interrupts {
  readonly signal: AbortSignal;
  release(): void;
}

/** Everything of the process that `stackctl` touches; tests give their own. */
export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads standard input to its end. */
  readonly stdin: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal. */
  readonly isTTY: boolean;
  /** Width of the terminal; elsewhere 80. */
  readonly columns: number;
  readonly cwd: string;
  /** Undefined where the stream is no terminal. */
  redraw(on: 'stdout' | 'stderr'): Redraw | undefined;
  listenForInterrupt(): Interrupts;
}
