import { startTemporal, type TemporalServer } from './temporal-server';

declare global {
  var stackwrightTemporal: TemporalServer | undefined;
}

/** One real Temporal server for all projects that need one; suites keep apart by their Stacks' namespaces. */
export default async function globalSetup(): Promise<void> {
  const server = await startTemporal();
  globalThis.stackwrightTemporal = server;
  process.env.STACKWRIGHT_TEST_TEMPORAL = server.address;
}
