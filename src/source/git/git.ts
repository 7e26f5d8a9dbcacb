import { mkdir } from 'node:fs/promises';
import { allowedProtocols, toolEnvironment } from '../environment';
import { runCommand, type CommandResult } from '../run-command';
import type { SourceSettings } from '../settings';
import { sourceUnavailable } from '../source-fault';
import { judgeGitFailure } from './failure';

interface GitCall {
  /** Everything that is no option stands behind `--`, where git takes it. */
  readonly args: readonly string[];
  /** What errors call it by. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Milliseconds; undefined: a minute. */
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Git's own command, shut off from every configuration, hook, prompt and helper of this machine. */
export interface Git {
  /** Answers however git ends. */
  try(call: GitCall): Promise<CommandResult>;
  /** Answers what git printed; throws what `judgeGitFailure` makes of a failure. */
  run(call: GitCall): Promise<string>;
}

const MINUTE_MS = 60_000;

const CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'protocol.ext.allow=never',
  'credential.helper=',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.unpackLimit=1', // one pack a fetch instead of a file an object
  'gc.auto=0',
  'maintenance.auto=false',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=30',
].flatMap((setting) => ['-c', setting]);

export function createGit(settings: SourceSettings): Git {
  const environment = toolEnvironment(settings);
  const protocols = allowedProtocols(settings);
  const attempt = async (call: GitCall): Promise<CommandResult> => {
    refuseUrl(call.url, protocols);
    await mkdir(String(environment.HOME), { recursive: true, mode: 0o700 });
    return runCommand({
      command: 'git',
      args: [...CONFIG, ...call.args],
      cwd: String(environment.HOME),
      env: { ...environment, ...call.env },
      signal: call.signal,
      timeoutMs: call.timeoutMs ?? MINUTE_MS,
    });
  };
  return {
    try: attempt,
    async run(call) {
      const result = await attempt(call);
      if (result.code !== 0) throw judgeGitFailure(result, call.url);
      return result.stdout.trim();
    },
  };
}

/** Before any process: git has forms of URL that run commands. */
function refuseUrl(url: string, protocols: readonly string[]): void {
  const protocol = protocolOf(url);
  if (protocol !== undefined && protocols.includes(protocol)) return;
  throw sourceUnavailable(`${url}: this worker fetches by ${protocols.join(', ')} only`);
}

function protocolOf(url: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^-]/i.exec(url)?.[1];
  if (scheme !== undefined) return scheme.toLowerCase();
  return /^[\w.][\w.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:(?!:)/.test(url) ? 'ssh' : undefined;
}
