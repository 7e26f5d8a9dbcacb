import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Bundles the workflows once, at build time, so that a worker starts at once. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../workflows/index'),
    payloadConverterPath: require.resolve('../workflows/payload-converter'),
  });
  return code;
}

async function main(): Promise<void> {
  await writeFile(join(__dirname, 'workflow-bundle.js'), await bundleWorkflows());
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
