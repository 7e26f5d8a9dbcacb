import { stopTemporal } from './temporal-server';

export default async function globalTeardown(): Promise<void> {
  if (globalThis.stackwrightTemporal !== undefined) await stopTemporal(globalThis.stackwrightTemporal);
}
