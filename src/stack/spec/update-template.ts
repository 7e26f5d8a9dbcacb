import { z } from 'zod';
import { argument, duration } from './text';

const labels = z.record(z.string(), z.string());

/** URNs or patterns of them. */
export const targetList = z.array(argument).max(1_000);

/** Shapes each run; the operator's own fields. */
export const updateTemplateSchema = z.strictObject({
  metadata: z.strictObject({ labels: labels.exactOptional(), annotations: labels.exactOptional() }).exactOptional(),
  spec: z
    .strictObject({
      parallel: z.int().min(0).max(100_000).exactOptional(),
      message: z.string().max(1_000).exactOptional(),
      continueOnError: z.boolean().exactOptional(),
      expectNoChanges: z.boolean().exactOptional(),
      refresh: z.boolean().exactOptional(),
      replace: targetList.exactOptional(),
      target: targetList.exactOptional(),
      targetDependents: z.boolean().exactOptional(),
      remove: z.boolean().exactOptional(),
      runProgram: z.boolean().exactOptional(),
      ttlAfterCompleted: duration.exactOptional(),
    })
    .exactOptional(),
});
