import { z } from 'zod';
import { resourceRefSchema } from './resource-ref';
import { argument, cronSchedule, duration, objectName, pattern, seconds, timeZone } from './text';
import { checkUrl } from './repository';

const OPERATIONS = ['up', 'preview', 'refresh', 'destroy'] as const;

const http = z.strictObject({
  url: checkUrl,
  headersFrom: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/), resourceRefSchema).exactOptional(),
  expectStatus: z.array(z.int().min(100).max(599)).min(1).max(50).default([200]),
  bodyMatches: pattern.exactOptional(),
  timeoutSeconds: seconds(1).max(300).default(10),
});

const object = z
  .strictObject({
    apiVersion: argument.max(253),
    kind: argument.max(63).refine((kind) => kind !== 'Secret', 'must not be Secret: a check never reads one'),
    name: objectName,
    condition: z.strictObject({ type: argument.max(316), status: z.string().max(63).default('True') }).exactOptional(),
    field: z.strictObject({ path: argument, equals: z.union([z.string(), z.number(), z.boolean()]) }).exactOptional(),
  })
  .refine((it) => it.condition === undefined || it.field === undefined, 'must have condition or field, not both');

const stackOutput = z.strictObject({ stack: objectName, output: argument, matches: pattern.exactOptional() });

const window = z.strictObject({ schedule: cronSchedule, duration, timeZone: timeZone.default('UTC') });

const exec = z.strictObject({
  command: z.array(z.string().max(2_048)).min(1).max(100),
  timeoutSeconds: seconds(1).max(3_600).default(30),
});

const activity = z.strictObject({
  type: argument.max(200),
  taskQueue: argument.max(200),
  input: z.unknown().exactOptional(),
  timeoutSeconds: seconds(1).max(3_600).default(30),
});

const kinds = { http, object, stackOutput, window, exec, activity };

/** A check that runs before an update (contract G): exactly one kind key. */
export const preflightSchema = z
  .strictObject({
    name: objectName,
    runOn: z.array(z.enum(OPERATIONS)).min(1).default(['up', 'preview']),
    requeueAfterSeconds: seconds(1).default(60),
    jitter: z.number().min(0).max(10).default(0),
    http: http.exactOptional(),
    object: object.exactOptional(),
    stackOutput: stackOutput.exactOptional(),
    window: window.exactOptional(),
    exec: exec.exactOptional(),
    activity: activity.exactOptional(),
  })
  .refine(
    (preflight) => Object.keys(kinds).filter((kind) => kind in preflight).length === 1,
    `must have exactly one of ${Object.keys(kinds).join(', ')}`,
  );

/** Config values that come from a preflight or from another Stack's output. */
export const configFromSchema = z
  .strictObject({
    preflight: z.strictObject({ name: objectName, value: argument }).exactOptional(),
    stackOutput: z.strictObject({ stack: objectName, output: argument }).exactOptional(),
  })
  .refine((from) => Object.keys(from).length === 1, 'must have exactly one of preflight and stackOutput');
