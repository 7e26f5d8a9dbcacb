import type { StackSpec } from '../stack/spec';

/** Delay before the next try in milliseconds: min(initial · factor^failures, cap), not jittered (H1). */
export function backoffMs(spec: StackSpec, failures: number): number {
  const { initialIntervalSeconds, backoffCoefficient } = spec.retryPolicy;
  const grown = initialIntervalSeconds * backoffCoefficient ** Math.min(failures, 64);
  return Math.min(grown, spec.retryMaxBackoffDurationSeconds) * 1_000;
}

/** Spreads a delay uniformly over [d·(1−jitter), d]; `chance` is in [0, 1). At least one millisecond: 0 means "never". */
export function jittered(delayMs: number, jitter: number, chance: number): number {
  return Math.max(1, Math.round(delayMs * (1 - jitter * chance)));
}
