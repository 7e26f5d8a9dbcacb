import { setTimeout as delay } from 'node:timers/promises';
import { EXIT } from '../../src/cli/exit-error';
import type { NamespaceChoice } from '../../src/cli/manifest';
import type { StackClient, StackSummary } from '../../src/client';
import { applyAll } from './apply-all';
import { judgeStacks, type WantedStack } from './judge-stacks';
import type { Engine } from './start-engine';
import type { DevTerminal } from './terminal';

const LOOK_EVERY_MS = 1_000;

/** What a running engine is to do. */
export interface ServeOptions {
  /** Files and folders with manifests, applied in this order. */
  readonly apply: readonly string[];
  readonly choice: NamespaceChoice;
  /** Ends when the applied Stacks are Ready, or one is Stalled. */
  readonly once: boolean;
  /** How long `once` waits. */
  readonly timeoutMs: number;
}

/** What serving needs besides its options. */
export interface Serving {
  readonly engine: Engine;
  readonly client: StackClient;
  readonly terminal: DevTerminal;
  /** What relative paths start from. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Applies what is to be applied, then shows the Stacks until the signal, or with `once` until they are through. */
export async function serve(options: ServeOptions, serving: Serving): Promise<number> {
  const { engine, client, terminal, cwd } = serving;
  const { stateDir } = engine;
  introduce(engine, terminal);
  const { apply: paths, choice } = options;
  const wanted = await applyAll({ paths, choice, cwd, stateDir, client, say: terminal.say });
  return options.once ? untilThrough(wanted, options.timeoutMs, serving) : untilStopped(serving);
}

function introduce({ server, stateDir }: Engine, { say }: DevTerminal): void {
  say(`Web UI    ${server.uiUrl}`);
  say(`Temporal  ${server.address}`);
  say(`State     ${stateDir.root}`);
  say('In another terminal: npx stackctl get. Ctrl-C stops all of it; the next start goes on from there.');
}

async function untilStopped({ client, terminal, signal }: Serving): Promise<number> {
  while (!signal.aborted) {
    const seen = await look(client);
    if (seen !== undefined) terminal.show(seen);
    await pause(signal);
  }
  return EXIT.good;
}

async function untilThrough(wanted: readonly WantedStack[], timeoutMs: number, serving: Serving): Promise<number> {
  const { client, terminal, signal } = serving;
  const end = performance.now() + timeoutMs;
  while (!signal.aborted) {
    const seen = (await look(client)) ?? [];
    terminal.show(seen);
    const { type, lines } = judgeStacks(wanted, seen);
    if (type === 'ready') return EXIT.good;
    const isLate = performance.now() > end;
    if (type === 'stalled' || isLate) {
      lines.forEach(terminal.complain);
      return type === 'stalled' ? EXIT.failed : EXIT.timedOut;
    }
    await pause(signal);
  }
  return EXIT.interrupted;
}

/** Undefined while the server is being started again: the next look will tell. */
async function look(client: StackClient): Promise<readonly StackSummary[] | undefined> {
  try {
    return await client.list();
  } catch (error) {
    if (error instanceof Error && error.name === 'ConnectionError') return undefined;
    throw error;
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await delay(LOOK_EVERY_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
