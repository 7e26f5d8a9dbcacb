import type { CliIo } from '../src/cli/io';
import { EXIT, ExitError } from '../src/cli/exit-error';
import { connect } from '../src/client';
import { killDescendants } from './dev/descendants';
import { serve, type ServeOptions } from './dev/serve';
import { startEngine, type Engine, type EngineOptions } from './dev/start-engine';
import { listenForStop, type StopSignals } from './dev/stop-signals';
import { createTerminal, type DevTerminal } from './dev/terminal';
import { createUndoList, type UndoList } from './dev/undo-list';

/** Everything that `stackctl dev` can be told. */
export interface DevOptions extends EngineOptions, ServeOptions {
  /** Whether a terminal gets colours. */
  readonly color: boolean;
}

/**
 * Runs the embedded engine until a signal ends it, or, with `once`, until every applied Stack is Ready or one is
 * Stalled. Resolves to the exit code, or rejects with an ExitError, when everything it started is gone.
 */
export async function runDev(options: DevOptions, io: CliIo): Promise<number> {
  const signals = listenForStop();
  const undo = createUndoList();
  const terminal = createTerminal(io, options.color);
  try {
    return await runUntilStopped(options, { io, terminal, signals, undo });
  } finally {
    terminal.close();
    await end(undo, signals, terminal);
    signals.release();
  }
}

interface Run {
  readonly io: CliIo;
  readonly terminal: DevTerminal;
  readonly signals: StopSignals;
  readonly undo: UndoList;
}

async function runUntilStopped(options: DevOptions, { io, terminal, signals, undo }: Run): Promise<number> {
  const stop = new AbortController();
  void signals.first.then(() => {
    terminal.close();
    terminal.say('stopping: what runs is interrupted; Ctrl-C again kills it');
    stop.abort();
  });
  const engine = await startEngine(options, undo, terminal.say);
  const client = await connect({ address: engine.server.address, namespace: 'default', environment: {} });
  undo.add(() => client.close());
  undo.add(() => {
    stop.abort();
    return Promise.resolve();
  });
  const served = serve(options, { engine, client, terminal, cwd: io.cwd, signal: stop.signal });
  return Promise.race([served, engine.server.failed, failureOf(engine)]);
}

/** A worker that ends by itself has lost its server for good, or is broken. */
async function failureOf(engine: Engine): Promise<never> {
  try {
    return await engine.worker.failed;
  } catch (error) {
    throw new ExitError(`the worker ended: ${error instanceof Error ? error.message : String(error)}`, EXIT.failed);
  }
}

/** Ends worker and server in order; a second signal kills all that was started instead. */
async function end(undo: UndoList, signals: StopSignals, terminal: DevTerminal): Promise<void> {
  const hurried = signals.second.then(async () => {
    terminal.complain('killing what still runs');
    await killDescendants();
    process.exit(EXIT.interrupted);
  });
  await Promise.race([undo.run(), hurried]);
}
