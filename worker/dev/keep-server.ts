import { setTimeout as delay } from 'node:timers/promises';
import { failure } from './failure';
import { startTemporal, type ServerOptions } from './temporal-server';

const MOST_RESTARTS = 5;
const WITHIN_MS = 60_000;
const PAUSE_MS = 200;

/** A Temporal server that is started again, with the same database and ports, whenever it dies. */
export interface KeptServer {
  readonly address: string;
  readonly uiUrl: string;
  /** Process id of the server that runs now. */
  pid(): number;
  /** Rejects when it died too often, or did not come back. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts the server and keeps it; `say` gets one line for each restart. Six deaths within a minute are too many. */
export async function keepServer(options: ServerOptions, say: (line: string) => void): Promise<KeptServer> {
  let current = await startTemporal(options);
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const watch = async (): Promise<void> => {
    const deaths: number[] = [];
    for (;;) {
      const how = await current.exited;
      if (isStopping()) return;
      deaths.push(Date.now());
      refuseIfTooMany(deaths, options.log);
      say(`the Temporal server died (${how}); starting it again with the same database`);
      await delay(PAUSE_MS);
      if (isStopping()) return;
      current = await startTemporal(options);
      if (isStopping()) return current.stop(); // the stop came meanwhile and saw only the dead one
    }
  };
  const watching = watch();
  const failed = new Promise<never>((_, reject) => {
    watching.catch(reject);
  });
  failed.catch(() => undefined); // whoever holds the server awaits it
  return {
    address: `127.0.0.1:${options.port}`,
    uiUrl: `http://127.0.0.1:${options.uiPort}`,
    pid: () => current.pid,
    failed,
    stop: async () => {
      stopping = true;
      await current.stop();
      await watching.catch(() => undefined); // `failed` has told it
    },
  };
}

function refuseIfTooMany(deaths: readonly number[], log: string): void {
  const recent = deaths.filter((at) => at > Date.now() - WITHIN_MS);
  if (recent.length > MOST_RESTARTS) {
    throw failure(`the Temporal server died ${recent.length} times within a minute; see ${log}`);
  }
}
