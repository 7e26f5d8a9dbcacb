import { createServer, type AddressInfo } from 'node:net';
import { failure } from './failure';

const LOOPBACK = '127.0.0.1';

/** A port for one purpose, and the flag that changes it; port 0 asks for any free one. */
export interface WantedPort {
  readonly port: number;
  readonly flag: '--port' | '--ui-port';
  readonly purpose: string;
}

/** The port to use on the loopback interface; a ExitError when it is taken, naming a free one. */
export async function choosePort({ port, flag, purpose }: WantedPort): Promise<number> {
  const free = await tryPort(port);
  if (free !== undefined) return free;
  const other = await tryPort(0);
  throw failure(
    `port ${port} (${purpose}) is taken, perhaps by another Temporal server or another engine; ` +
      `stop that one, or use ${flag} ${other ?? 0}`,
  );
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else if (error.code === 'EACCES') reject(failure(`port ${port} is reserved for the superuser`));
      else reject(error);
    });
    probe.listen(port, LOOPBACK, () => {
      const chosen = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(chosen));
    });
  });
}
