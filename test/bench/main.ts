import { parseArgs } from 'node:util';
import { prepareBareUp } from './bare-up';
import { startEngine } from './engine';

interface Measured {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** A no-op sync from token to served against the bare `up`, interleaved, so that both meet the same machine. */
async function measure(pairs: number): Promise<Measured[]> {
  const engine = await startEngine();
  try {
    const bareUp = await prepareBareUp(engine.root);
    const stack = engine.stack('bench');
    const applied = await timed(async () => {
      await stack.apply();
      await stack.until((memo) => memo?.ready === true);
    });
    const bare: number[] = [];
    const sync: number[] = [];
    const before = await stack.historyLength();
    for (let pair = 0; pair < pairs; pair++) {
      bare.push(await bareUp());
      const token = `pair-${pair}`;
      sync.push(
        await timed(async () => {
          await stack.signal('reconcile', { token });
          await stack.until((memo) => memo?.served?.some((s) => s.token === token) === true);
        }),
      );
    }
    const events = ((await stack.historyLength()) - before) / pairs;
    const delays = await stack.startDelays();
    const deleted = await timed(async () => {
      await stack.signal('delete', {});
      await stack.until((_memo, status) => status === 'COMPLETED');
    });
    const [bareMs, syncMs] = [percentile(bare, 0.5), percentile(sync, 0.5)];
    return [
      { what: `(a) bare up, YAML, no change, median of ${pairs}`, value: bareMs, unit: 'ms' },
      { what: '(a) sync from token to served, median', value: syncMs, unit: 'ms' },
      { what: '(a) over the bare run', value: syncMs - bareMs, unit: 'ms' },
      { what: '(a) ratio', value: syncMs / bareMs, unit: 'x' },
      { what: '(b) history events for each sync', value: events, unit: '' },
      { what: '(c) token to operation scheduled, p50', value: percentile(delays, 0.5), unit: 'ms' },
      { what: '(c) token to operation scheduled, p95', value: percentile(delays, 0.95), unit: 'ms' },
      { what: '(f) new Stack, applied to Ready', value: applied, unit: 'ms' },
      { what: '(f) delete with destroy', value: deleted, unit: 'ms' },
    ];
  } finally {
    await engine.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, pairs: { type: 'string', default: '15' } } });
  const pairs = Number(values.pairs);
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error('--pairs must be a whole number from 1 on');
  const measured = await measure(pairs);
  if (values.json === true) {
    console.log(JSON.stringify(measured));
    return;
  }
  for (const { what, value, unit } of measured)
    console.log(`${what.padEnd(48)} ${value.toFixed(2).padStart(10)} ${unit}`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
