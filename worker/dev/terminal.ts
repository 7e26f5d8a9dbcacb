/** Where the engine talks to people. */
export interface DevTerminal {
  /** One line, above the live table where there is one. */
  say(line: string): void;
  /** One or more lines on standard error. */
  error(text: string): void;
  /** Shows a text in place of the last one; undefined where the output is no terminal. */
  readonly redraw?: (text: string) => void;
}
