import { paint } from '../../../../src/cli/print/paint';
import { stackTable } from '../../../../src/cli/print/stack-table';
import { ago, memo, NOW, summary } from '../fake-client';

const plain = { now: NOW, paint: paint(false), width: 80, wide: false, namespaces: false };
const failed = memo({ lastUpdate: { name: 'db-3', state: 'failed', finishedAt: ago(60), failures: 3 } });
const db = { id: { namespace: 'prod', name: 'db' }, phase: 'Stalled', ready: false, reason: 'UpdateFailed' } as const;
const fresh = { id: { namespace: 'default', name: 'fresh' }, phase: 'Pending', ready: false, reason: '' } as const;

function summaryWithout(...keys: readonly ('memo' | 'nextRun')[]) {
  return Object.fromEntries(
    Object.entries(summary(fresh)).filter(([key]) => !keys.some((gone) => gone === key)),
  ) as unknown as ReturnType<typeof summary>;
}

const stacks = [
  summary(),
  summary({ ...db, memo: failed, failures: 3, pool: 'aws' }),
  summaryWithout('memo', 'nextRun'),
];

describe('stackTable', () => {
  it('shows phase, readiness, reason, last update, age and next run', () => {
    expect(stackTable(stacks, plain)).toBe(
      [
        'NAME     PHASE    READY  REASON               LAST UPDATE  AGE  NEXT',
        'network  Ready    True   ProcessingCompleted  3m ago       2h   in 25s',
        'db       Stalled  False  UpdateFailed         failed 1m    2h   in 25s',
        'fresh    Pending  False  -                    -            2h   -',
      ].join('\n'),
    );
  });

  it('adds namespaces, and with -o wide what a person asks next, as wide as it likes', () => {
    const [head, row] = stackTable(stacks, { now: NOW, paint: paint(false), wide: true, namespaces: true }).split('\n');

    expect(head).toMatch(/^NAMESPACE +NAME +PHASE .* UPDATE +GENERATION +FAILURES +POOL +MESSAGE$/);
    expect(row).toMatch(/^default +network .* network-1 +1 +0 +the stack is as declared$/);
  });

  it('never gets wider than it may: reasons are cut first, then names', () => {
    const name = 'a-name-that-is-as-long-as-somebody-liked-it-to-be';
    const long = summary({
      id: { namespace: 'a-namespace-of-some-length', name },
      phase: 'BackingOff',
      reason: 'PrerequisiteNotSatisfied',
      memo: failed,
    });
    const lines = stackTable([long], { ...plain, namespaces: true }).split('\n');

    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines[1]).toContain('BackingOff');
    expect(lines[1]).toContain('failed 1m');
    expect(lines[1]).toContain('Prerequ…');
  });
});
