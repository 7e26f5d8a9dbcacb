/** Retries that a test can wait for. */
export const quickRetries = {
  retryPolicy: { initialIntervalSeconds: 0.05, backoffCoefficient: 1, jitter: 0 },
} as const;
