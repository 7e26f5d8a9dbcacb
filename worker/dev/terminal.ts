import type { StackSummary } from '../../src/client';
import type { CliIo } from '../../src/cli/io';
import { paint } from '../../src/cli/print/paint';
import { stackTable } from '../../src/cli/print/stack-table';
import { changeLine } from './change-line';

/** Where the engine talks to people. */
export interface DevTerminal {
  /** One line; above the table where there is one. */
  readonly say: (line: string) => void;
  /** One line on standard error. */
  readonly complain: (line: string) => void;
  /** A table that is drawn again and again on a terminal; elsewhere a line for each Stack that changed. */
  readonly show: (stacks: readonly StackSummary[]) => void;
  /** Leaves the last table as it stands. */
  readonly close: () => void;
}

/** The terminal of a process, in colours unless they are not wanted. */
export function createTerminal(io: CliIo, color: boolean): DevTerminal {
  const live = io.redraw('stdout');
  const write = (stream: 'stdout' | 'stderr') => (line: string) => {
    live?.clear();
    io[stream].write(`${line}\n`);
  };
  const say = write('stdout');
  const colors = paint(color && io.isTTY && (io.env.NO_COLOR ?? '') === '');
  const draw = (stacks: readonly StackSummary[]): void => {
    const look = { now: Date.now(), paint: colors, width: io.columns, wide: false, namespaces: true };
    live?.draw(`\n${stackTable(stacks, look)}`);
  };
  return {
    say,
    complain: write('stderr'),
    show: live === undefined ? createChangeLines(say) : draw,
    close: () => live?.done(),
  };
}

function createChangeLines(say: (line: string) => void): DevTerminal['show'] {
  const before = new Map<string, StackSummary>();
  return (stacks) => {
    for (const stack of stacks) {
      const key = `${stack.id.namespace}/${stack.id.name}`;
      const line = changeLine(before.get(key), stack);
      if (line !== undefined) say(line);
      before.set(key, stack);
    }
  };
}
