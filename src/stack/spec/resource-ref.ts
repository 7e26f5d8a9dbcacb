import { z } from 'zod';
import { absolutePath, dataKey, objectName, variableName } from './text';

/** Where a value comes from; the value itself never travels, save a Literal's (L1). */
export const resourceRefSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('Env'), env: z.strictObject({ name: variableName }) }),
    z.strictObject({ type: z.literal('FS'), filesystem: z.strictObject({ path: absolutePath }) }),
    z.strictObject({
      type: z.literal('Secret'),
      secret: z.strictObject({ namespace: objectName.exactOptional(), name: objectName, key: dataKey }),
    }),
    z.strictObject({ type: z.literal('Literal'), literal: z.strictObject({ value: z.string() }) }),
  ],
  { error: 'must be a reference whose type is one of Env, FS, Secret, Literal' },
);
export type ResourceRef = z.output<typeof resourceRefSchema>;

/** A value of a ConfigMap of the Stack's namespace; `json`: parsed as JSON. */
export const configMapRefSchema = z.strictObject({
  name: objectName,
  key: dataKey,
  json: z.boolean().default(false),
});
