import type { Command } from 'commander';
import type { ConnectionTarget } from '../../client';
import { defined } from '../../stack/defined';
import type { RunningWorker } from '../../../worker/run-worker';
import type { WorkerSettings } from '../../../worker/settings';
import { EXIT, ExitError } from '../exit-error';
import { findTool } from '../find-tool';
import { loadClient, loadWorker } from '../lazy-modules';
import type { RunVerb } from '../run-verb';
import type { Session } from '../session';
import { addSettings, readSettings } from '../read-settings';
import { examples } from './examples';

/** `stackctl worker`: takes decisions and runs operations until it is stopped. */
export function registerWorker(program: Command, run: RunVerb): void {
  addSettings(
    program
      .command('worker')
      .description('a worker: takes decisions and runs Pulumi')
      .addHelpText(
        'after',
        examples(
          ['worker', 'decisions and operations, for all namespaces'],
          ['worker --queues pulumi --pool aws-prod', 'operations of one pool'],
        ),
      ),
    'worker',
  ).action(run(worker));
}

async function worker(session: Session, options: Readonly<Record<string, unknown>>): Promise<number> {
  const { env, cwd } = session.io;
  const { address, temporalNamespace: namespace } = session.globals;
  const settings = readSettings(options, { user: 'worker', env, cwd });
  const { target } = await loadClient().resolveTarget({ environment: env, ...defined({ address, namespace }) });
  const interrupts = session.io.listenForInterrupt();
  try {
    const pulumi = await findTool('pulumi', env);
    const running = await start({ ...settings, connection: target, pulumi }, target);
    session.note(`worker: polls ${settings.queues.join(' and ')}; Ctrl-C stops it`);
    await Promise.race([running.failed, aborted(interrupts.signal)]);
    await stop(session, running);
    return EXIT.good;
  } finally {
    interrupts.release();
  }
}

/** The native connection's own message is not for people. */
async function start(settings: WorkerSettings, target: ConnectionTarget): Promise<RunningWorker> {
  try {
    return await loadWorker().startWorker(settings);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TransportError') throw error;
    throw new ExitError(loadClient().unreachable(target), EXIT.failed);
  }
}

/** The first signal lets running operations finish, a second one interrupts them gracefully. */
async function stop(session: Session, running: RunningWorker): Promise<void> {
  session.note('worker: lets running operations finish; Ctrl-C again interrupts them');
  const again = session.io.listenForInterrupt();
  try {
    const now = aborted(again.signal).then(() => running.stop('now'));
    await Promise.race([running.stop('grace'), now]);
  } finally {
    again.release();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
