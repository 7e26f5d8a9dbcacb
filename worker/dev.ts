import { killDescendants } from './dev/descendants';
import { DevError } from './dev/dev-error';
import { serve, type ServeOptions } from './dev/serve';
import { startEngine, type Engine, type EngineOptions } from './dev/start-engine';
import { listenForStop, type StopSignals } from './dev/stop-signals';
import type { DevTerminal } from './dev/terminal';
import { createUndoList, type UndoList } from './dev/undo-list';

export type { DevTerminal } from './dev/terminal';

/** Everything that `stackctl dev` can be told. */
export interface DevOptions extends EngineOptions, ServeOptions {}

const FAILED = 1;
const HURRIED = 130;

/**
 * Runs the embedded engine until a signal ends it, or, with `once`, until every applied Stack is Ready or one is
 * Stalled. Resolves to the exit code when everything it started is gone.
 */
export async function runDev(options: DevOptions, terminal: DevTerminal): Promise<number> {
  const signals = listenForStop();
  const undo = createUndoList();
  try {
    return await runUntilStopped(options, terminal, { signals, undo });
  } catch (error) {
    if (!(error instanceof DevError)) throw error;
    terminal.error(error.message);
    return error.exitCode;
  } finally {
    await end(undo, signals, terminal);
    signals.release();
  }
}

interface Life {
  readonly signals: StopSignals;
  readonly undo: UndoList;
}

async function runUntilStopped(options: DevOptions, terminal: DevTerminal, { signals, undo }: Life): Promise<number> {
  const engine = await startEngine(options, undo, (line) => terminal.say(line));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  undo.add(async () => stop.abort());
  return Promise.race([serve(engine, options, terminal, stop.signal), engine.server.failed, failureOf(engine)]);
}

/** A worker that ends by itself has lost its server for good, or is broken. */
async function failureOf(engine: Engine): Promise<never> {
  try {
    return await engine.worker.failed;
  } catch (error) {
    throw new DevError(`the worker ended: ${error instanceof Error ? error.message : String(error)}`, FAILED);
  }
}

/** Ends worker and server in order; a second signal kills all that was started instead. */
async function end(undo: UndoList, signals: StopSignals, terminal: DevTerminal): Promise<void> {
  const hurried = signals.second.then(async () => {
    terminal.say('killing what still runs');
    await killDescendants();
    process.exit(HURRIED);
  });
  await Promise.race([undo.run(), hurried]);
}
