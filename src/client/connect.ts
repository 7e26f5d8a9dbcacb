import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { resolveTarget, type ConnectionTarget, type TargetOptions } from './connection-target';
import { ConnectionError } from './errors';
import type { StackClient } from './stack-client';
import { TemporalStackClient } from './temporal-stack-client';
import { isRefusal, translateError, unreachable } from './translate-error';

const LOOPBACK = /^(localhost|127\.|\[::1\])/;
/** Nobody waits long for a server of the same machine. */
const CONNECT_MS = { loopback: 2_000, remote: 10_000 };

/** Connects as configured; rejects with ConnectionError when nothing answers. The caller closes the client. */
export async function connect(options: TargetOptions = {}): Promise<StackClient> {
  const { target, options: connection } = await resolveTarget(options);
  const connectTimeout = LOOPBACK.test(target.address) ? CONNECT_MS.loopback : CONNECT_MS.remote;
  const client = new Client({
    connection: await open({ ...connection, connectTimeout }, target),
    namespace: target.namespace,
    dataConverter: { payloadConverterPath: require.resolve('../../workflows/payload-converter') },
  });
  return new TemporalStackClient(client, target);
}

async function open(options: ConnectionOptions, target: ConnectionTarget): Promise<Connection> {
  try {
    return await Connection.connect(options);
  } catch (error) {
    throw isRefusal(error) ? translateError(error, target) : new ConnectionError(unreachable(target), { cause: error });
  }
}
