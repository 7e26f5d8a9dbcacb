import { z } from 'zod';
import { duration, objectName } from './text';

/** Another Stack of the namespace whose last update must have succeeded first (contract F). */
export const prerequisiteSchema = z.strictObject({
  name: objectName,
  requirement: z
    .strictObject({
      succeededWithinDuration: duration.exactOptional(),
      freshness: z.enum(['Proactive', 'OnDemand']).default('Proactive'),
    })
    .prefault({}),
});
