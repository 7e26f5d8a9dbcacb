export { createPulumi } from './pulumi';
export type { ConfigEntry, OutputsRequest, Pulumi, PulumiOutcome, PulumiRun, PulumiSettings } from './pulumi-run';
