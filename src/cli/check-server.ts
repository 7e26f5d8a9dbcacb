import type { ServerReport, StackClient } from '../client';
import { loadClient } from './lazy-modules';
import type { Session } from './session';

/** One thing that was looked at. */
export interface CheckLine {
  readonly ok: boolean;
  readonly what: string;
  readonly detail: string;
  /** What to do about a problem. */
  readonly cure?: string;
}

/** Looks at the server and what Stacks need of it; a server that does not answer is one problem. */
export async function checkServer(session: Session): Promise<CheckLine[]> {
  try {
    const client = await session.client();
    return reportLines(await client.inspectServer(), client.target);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConnectionError') throw error;
    return [{ ok: false, what: 'server', detail: error.message }];
  }
}

function reportLines(report: ServerReport, { address, namespace }: StackClient['target']): CheckLine[] {
  return [
    { ok: true, what: 'server', detail: `${address}, Temporal ${report.serverVersion}` },
    { ok: true, what: 'namespace', detail: namespace },
    attributeLine(report.searchAttributes, namespace),
    ...report.pollers.map(pollerLine),
  ];
}

function attributeLine(found: ServerReport['searchAttributes'], namespace: string): CheckLine {
  const what = 'search attributes';
  if ('unknown' in found) return { ok: true, what, detail: `this server does not tell (${found.unknown})` };
  const { missing, wrong } = found;
  if (wrong.length > 0) {
    const cure = 'remove them, or use another namespace';
    return { ok: false, what, detail: `of another type: ${wrong.join(', ')}`, cure };
  }
  if (missing.length === 0) return { ok: true, what, detail: 'all there' };
  const cure = `a worker creates them when it starts, where it may; else:\n         ${loadClient().createCommands(missing, namespace).join('\n         ')}`;
  return { ok: false, what, detail: `missing: ${missing.join(', ')}`, cure };
}

function pollerLine({ queue, identities }: ServerReport['pollers'][number]): CheckLine {
  const what = `queue ${queue}`;
  if (identities.length > 0) return { ok: true, what, detail: `polled by ${identities.join(', ')}` };
  return { ok: false, what, detail: 'no worker polls it', cure: 'start one with stackctl worker, or stackctl dev' };
}
