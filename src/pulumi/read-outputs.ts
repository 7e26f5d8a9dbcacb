import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StallError } from '../stack/failure';
import { classifyFailure } from './classify-failure';
import { createCli, type CliExit } from './cli';
import { makeDirectories, makePrivate } from './directories';
import { cleanEnvironment } from './environment';
import { createMask } from './mask';
import type { OutputsRequest, PulumiSettings } from './pulumi-run';
import { makeBareProject, secretsOfAccess } from './run-context';
import { fullStackName } from './stack-name';

/** Reads the outputs of a stack in plain from its backend. */
export async function readOutputs(settings: PulumiSettings, request: OutputsRequest): Promise<Record<string, unknown>> {
  const directories = await makeDirectories(settings.cacheDir, request.stack.namespace);
  const runDir = await makePrivate(join(directories.runs, randomUUID()));
  try {
    const cli = createCli({
      binary: settings.binary,
      env: cleanEnvironment({ ...request, binary: settings.binary, directories, ambient: settings.ambient ?? {} }),
      runDir,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    const cwd = await makeBareProject(runDir, { name: request.project, runtime: 'yaml' });
    const stack = fullStackName(request.backendUrl, request.project, request.pulumiStack);
    const exit = await cli.run(['stack', 'output', '--json', '--show-secrets', `--stack=${stack}`], {
      cwd,
      confidential: true,
    });
    if (exit.code !== 0) throw await refusal(request, exit);
    return JSON.parse(exit.stdout) as Record<string, unknown>;
  } finally {
    await rm(runDir, { recursive: true, force: true });
  }
}

async function refusal(request: OutputsRequest, { code, stderr }: CliExit): Promise<Error> {
  const mask = createMask(await secretsOfAccess(request));
  const none = { errors: [], violations: [], programErrors: '' };
  const failure = classifyFailure({
    operation: 'up',
    ...(code === undefined ? {} : { exitCode: code }),
    stderr,
    ...none,
  });
  const message = mask(failure.message);
  return failure.permanent ? new StallError(message, failure.class) : new Error(message);
}
