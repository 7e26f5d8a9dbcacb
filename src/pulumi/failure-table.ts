import type { FailureClass } from '../stack/operation';

/** One known text of a failure, and what it means. */
export interface FailureRow {
  readonly pattern: RegExp;
  readonly class: FailureClass;
  /** Only a change of spec, source or credentials can help. */
  readonly permanent: boolean;
}

const stays = (failureClass: FailureClass, pattern: RegExp): FailureRow => ({
  pattern,
  class: failureClass,
  permanent: true,
});
const passes = (failureClass: FailureClass, pattern: RegExp): FailureRow => ({
  pattern,
  class: failureClass,
  permanent: false,
});

const NETWORK =
  /dial (tcp|udp)|i\/o timeout|connection re(set|fused)|TLS handshake|no such host|unexpected EOF|\[429\]|\[5\d\d\]|ResourceExhausted|code = Unavailable/;
const PROGRAM_NETWORK = /unhandled exception[^]*(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|socket hang up)/;

/** What the CLI says on standard error, before or instead of running anything. The first match counts. */
export const cliFailures: readonly FailureRow[] = [
  stays('credentials', /passphrase must be set|incorrect passphrase|get stack secrets manager/),
  stays('credentials', /PULUMI_ACCESS_TOKEN must be set|invalid access token|\[401\]/),
  passes('backend', /update token has expired|not locked by update id/),
  stays(
    'backend',
    /unable to open state directory|failed to load checkpoint|snapshot integrity failure|state store unsupported/,
  ),
  stays(
    'source',
    /no Pulumi\.yaml project file found|could not unmarshal|invalid YAML file|failed to load Pulumi project/,
  ),
  stays('config', /validating stack config|message authentication failed/),
  stays('plugin', /failed to load language plugin|no language plugin|no resource plugin/),
  stays('policy', /failed to load Pulumi policy/),
  passes('provider', /no changes were expected|still has resources; removal rejected/),
  stays('internal', /unknown flag:|must be passed/),
  passes('backend', NETWORK),
  passes('backend', /performing HTTP request|\.pulumi\/meta\.yaml|An IO error occurred/),
];

/** What the engine says in its diagnostics while an operation runs. The first match counts. */
export const engineFailures: readonly FailureRow[] = [
  passes('plugin', /could not find latest version for provider/),
  stays('plugin', /no resource plugin|no language plugin|could not load plugin/),
  stays('config', /Missing required configuration variable|missing required configuration/i),
  stays('program', /Unable to compile TypeScript|SDK has not been installed|Duplicate resource URN/),
  stays('program', /unable to find resource type|error resolving type of resource|SyntaxError:|Cannot find module/),
  passes('program', /non-zero exit code: 137|signal: killed/),
  passes('program', PROGRAM_NETWORK),
  stays('program', /failed with an unhandled exception|an unhandled error occurred/),
  stays('policy', /is not allowed by the plan|violates plan|expected resource operations for/),
  stays('provider', /cannot be deleted[^]*protected|is protected/),
  passes('backend', /An IO error occurred while writing the new snapshot/),
  passes('provider', NETWORK),
];
