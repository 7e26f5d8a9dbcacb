import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCli, mustRun } from './cli';
import { makePrivate } from './directories';
import type { Pulumi, PulumiSettings } from './pulumi-run';
import { readOutputs } from './read-outputs';
import { runOperation } from './run-operation';

/** The adapter to the Pulumi CLI. */
export function createPulumi(settings: PulumiSettings): Pulumi {
  let version: Promise<string> | undefined;
  const retry = (error: unknown): never => {
    version = undefined; // asked again next time
    throw error;
  };
  return {
    run: (run) => runOperation(settings, run),
    outputs: (request) => readOutputs(settings, request),
    version: () => (version ??= readVersion(settings).catch(retry)),
  };
}

async function readVersion({ binary, cacheDir }: PulumiSettings): Promise<string> {
  const runDir = await makePrivate(join(cacheDir, 'pulumi', '.version', randomUUID()));
  try {
    const env = { HOME: runDir, PULUMI_HOME: runDir, PULUMI_SKIP_UPDATE_CHECK: 'true' };
    const { stdout } = await mustRun(createCli({ binary, env, runDir }), ['version'], { cwd: runDir });
    return stdout.trim();
  } finally {
    await rm(runDir, { recursive: true, force: true });
  }
}
