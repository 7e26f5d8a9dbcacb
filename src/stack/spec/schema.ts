import { z } from 'zod';
import { configFromSchema, preflightSchema } from './preflight';
import { prerequisiteSchema } from './prerequisite';
import { backendUrl, fluxSourceSchema, gitAuthSchema, gitRef, repositoryUrl } from './repository';
import { configMapRefSchema, resourceRefSchema } from './resource-ref';
import {
  absolutePath,
  argument,
  configKey,
  objectName,
  poolName,
  relativeDir,
  seconds,
  stackName,
  variableName,
} from './text';
import { targetList, updateTemplateSchema } from './update-template';

const flag = z.boolean().default(false);
const names = z.array(objectName).max(100);

/** What Pulumi's config takes; never null. */
const configValue = z.union(
  [z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())],
  { error: 'must be a string, number, boolean, list or map' },
);

const retryPolicy = z
  .strictObject({
    initialIntervalSeconds: z.number().positive().max(86_400).default(10),
    backoffCoefficient: z.number().min(1).max(100).default(3),
    maximumAttempts: z.int().min(0).default(0),
    jitter: z.number().min(0).max(1).default(0.1),
  })
  .prefault({});

/** A pod template in the operator; here only `spec.local.dir` means something, the rest is kept unread. */
const workspaceTemplate = z.looseObject({
  spec: z.looseObject({ local: z.looseObject({ dir: absolutePath }).exactOptional() }).exactOptional(),
});

/** Fields of the operator's Stack, then ours: the one source of names, types, defaults and the docs' headings. */
export const stackSpecSchema = z.strictObject({
  stack: stackName,
  backend: backendUrl.exactOptional(),
  secretsProvider: argument.exactOptional(),
  useLocalStackOnly: flag,
  config: z.record(configKey, configValue).exactOptional(),
  configRef: z.record(configKey, configMapRefSchema).exactOptional(),
  secretsRef: z.record(configKey, resourceRefSchema).exactOptional(),
  secrets: z.record(configKey, z.string()).exactOptional(),
  envRefs: z.record(variableName, resourceRefSchema).exactOptional(),
  envs: names.exactOptional(),
  envSecrets: names.exactOptional(),
  accessTokenSecret: objectName.exactOptional(),
  environment: z.array(argument).max(100).exactOptional(),
  projectRepo: repositoryUrl.exactOptional(),
  branch: gitRef.exactOptional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'must be a full commit: 40 hexadecimal digits in lower case')
    .exactOptional(),
  repoDir: relativeDir.exactOptional(),
  shallow: flag,
  gitAuth: gitAuthSchema.exactOptional(),
  gitAuthSecret: objectName.exactOptional(),
  fluxSource: fluxSourceSchema.exactOptional(),
  programRef: z.strictObject({ name: objectName }).exactOptional(),
  prerequisites: z.array(prerequisiteSchema).max(100).default([]),
  continueResyncOnCommitMatch: flag,
  resyncFrequencySeconds: z.int().max(315_360_000).default(60),
  refresh: flag,
  expectNoRefreshChanges: flag,
  targets: targetList.exactOptional(),
  targetDependents: flag,
  preview: flag,
  destroyOnFinalize: flag,
  runProgram: z.boolean().exactOptional(),
  retryOnUpdateConflict: flag,
  retryMaxBackoffDurationSeconds: seconds(1).default(3_600),
  updateTemplate: updateTemplateSchema.exactOptional(),
  serviceAccountName: objectName.exactOptional(),
  workspaceTemplate: workspaceTemplate.exactOptional(),
  workspaceReclaimPolicy: z.enum(['Retain', 'Delete']).default('Retain'),
  suspend: flag,
  workerPool: poolName.exactOptional(),
  timeoutSeconds: seconds(1).default(86_400),
  maxUpdateFailures: z.int().min(1).max(1_000_000).default(3),
  retryPolicy,
  pendingOperations: z.enum(['refresh', 'clear', 'stop']).default('refresh'),
  watchReferences: z.boolean().default(true),
  preflightDeadlineSeconds: seconds(0).default(0),
  preflights: z.array(preflightSchema).max(50).default([]),
  configFrom: z.record(configKey, configFromSchema).exactOptional(),
  outputsSecret: z.strictObject({ name: objectName }).exactOptional(),
  deletionPolicy: z.enum(['Immediate', 'WaitForDependents']).default('Immediate'),
  approval: z.strictObject({ required: z.boolean() }).exactOptional(),
  drift: z
    .strictObject({ intervalSeconds: seconds(1), action: z.enum(['report', 'correct']).default('report') })
    .exactOptional(),
});

/** A Stack's spec with defaults filled in; what was not given and has no default is absent. */
export type StackSpec = z.output<typeof stackSpecSchema>;
