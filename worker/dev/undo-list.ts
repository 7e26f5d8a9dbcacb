/** What has to be undone at the end, last first. */
export interface UndoList {
  add(step: () => Promise<void>): void;
  /** Runs all steps, also when one fails; then throws what the first failure threw. */
  run(): Promise<void>;
}

/** An empty list; each step runs at most once. */
export function createUndoList(): UndoList {
  const steps: (() => Promise<void>)[] = [];
  return {
    add: (step) => void steps.push(step),
    run: async () => {
      const failures: unknown[] = [];
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        await step().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
