export { createPulumi } from './pulumi';
export type { ConfigEntry, Pulumi, PulumiOutcome, PulumiRun, PulumiSettings } from './pulumi-run';
