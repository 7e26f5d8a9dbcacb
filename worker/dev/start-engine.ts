import { truncate } from 'node:fs/promises';
import { startWorker, type RunningWorker } from '../run-worker';
import type { WorkerSettings } from '../settings';
import { devFilePath, markStopped, writeDevFile } from './dev-file';
import { lockEngine } from './engine-lock';
import { keepServer, type KeptServer } from './keep-server';
import { choosePort } from './ports';
import { openStateDir, type StateDir } from './state-dir';
import { stopLeftServer } from './temporal-server';
import type { UndoList } from './undo-list';

/** Where the engine is, and on which ports of the loopback interface; port 0 is any free one. */
export interface EngineOptions {
  readonly stateDir: string;
  readonly port: number;
  readonly uiPort: number;
  /** Path or name of the Temporal CLI. */
  readonly temporal: string;
  /** What a worker's flags set; the state directory decides the rest. */
  readonly worker: WorkerSettings;
}

/** A running engine: the server answers, the worker polls. */
export interface Engine {
  readonly stateDir: StateDir;
  readonly server: KeptServer;
  readonly worker: RunningWorker;
}

/** Starts server and worker on a state directory; whatever was started is put on `undo`, also when a later step fails. */
export async function startEngine(
  options: EngineOptions,
  undo: UndoList,
  say: (line: string) => void,
): Promise<Engine> {
  const stateDir = await openStateDir(options.stateDir);
  undo.add(await lockEngine(stateDir.lock, stateDir.root));
  await stopLeftServer(stateDir.serverRecord);
  const server = await startServer(options, stateDir, say);
  undo.add(() => server.stop());
  await announce(stateDir, server, undo);
  const worker = await startWorker(settingsFor(options.worker, stateDir, server.address));
  undo.add(() => worker.stop('now'));
  return { stateDir, server, worker };
}

async function startServer(options: EngineOptions, dir: StateDir, say: (line: string) => void): Promise<KeptServer> {
  const port = await choosePort({ port: options.port, flag: '--port', purpose: 'Temporal' });
  const uiPort = await choosePort({ port: options.uiPort, flag: '--ui-port', purpose: "Temporal's Web UI" });
  await emptyFile(dir.serverLog);
  const { database, serverLog: log, serverRecord: record } = dir;
  return keepServer({ binary: options.temporal, port, uiPort, database, log, record }, say);
}

async function emptyFile(path: string): Promise<void> {
  try {
    await truncate(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function announce(dir: StateDir, server: KeptServer, undo: UndoList): Promise<void> {
  const path = devFilePath(process.env);
  const entry = { address: server.address, stateDir: dir.root, uiUrl: server.uiUrl, pid: process.pid };
  await writeDevFile(path, entry);
  undo.add(() => markStopped(path, entry, new Date().toISOString()));
}

/** A backend or passphrase file that flags name goes before the engine's own. */
function settingsFor(flags: WorkerSettings, dir: StateDir, address: string): WorkerSettings {
  return {
    defaultBackend: dir.backend,
    defaultPassphraseFile: dir.passphraseFile,
    ...flags,
    connection: { address, namespace: 'default' },
    stateDir: dir.root,
    cacheDir: dir.cache,
  };
}
