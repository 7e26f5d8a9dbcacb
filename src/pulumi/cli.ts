import { join } from 'node:path';
import { runProcess, type ProcessExit } from './process/run-process';
import type { StopKind, StopLadder } from './process/stop';

export interface CliSettings {
  readonly binary: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the output of its processes is spooled. */
  readonly runDir: string;
  readonly signal?: AbortSignal;
  readonly ladder?: (kind: StopKind) => StopLadder;
  onSpawn?(pid: number): void;
  /** Everything the CLI says on standard error. */
  onStderr?(text: string): void;
}

export interface CliRequest {
  readonly cwd: string;
  readonly input?: string;
  /** Takes standard output as it comes; undefined: it is collected. */
  readonly onStdout?: (text: string) => void;
  /** What it prints holds secrets: it is never found on the disk. */
  readonly confidential?: boolean;
  /** Added to the environment of the run. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a process of the CLI ended. Without code and signal it was stopped before it began. */
export interface CliExit extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the CLI for one attempt, counting. */
export interface Cli {
  readonly binary: string;
  run(args: readonly string[], request: CliRequest): Promise<CliExit>;
  /** Processes so far. */
  processes(): number;
  /** Whether one of them was killed: it may have left a lock. */
  wasKilled(): boolean;
}

/** A command of the CLI that had to succeed and did not. Its message holds no arguments. */
export class CliError extends Error {
  override readonly name = 'CliError';
  constructor(readonly exit: CliExit) {
    super(`the Pulumi CLI ended with ${exit.signal ?? `code ${exit.code ?? 'none'}`}: ${exit.stderr.trim()}`);
  }
}

const STDERR_LENGTH = 64 * 1024;

export function createCli(settings: CliSettings): Cli {
  const { binary, env, runDir, signal, ladder } = settings;
  let processes = 0;
  let killed = false;
  return {
    binary,
    processes: () => processes,
    wasKilled: () => killed,
    async run(args, request) {
      const pieces: string[] = [];
      let stderr = '';
      const exit = await runProcess({
        command: binary,
        args: [...args, '--non-interactive', '--color=never'],
        cwd: request.cwd,
        env: { ...env, ...request.env },
        spool: join(runDir, `process-${processes + 1}`),
        unnamed: request.confidential === true,
        ...(request.input === undefined ? {} : { input: request.input }),
        ...(signal === undefined ? {} : { signal }),
        ...(ladder === undefined ? {} : { ladder }),
        onSpawn(pid) {
          processes += 1;
          settings.onSpawn?.(pid);
        },
        onStdout: request.onStdout ?? ((text) => pieces.push(text)),
        onStderr(text) {
          stderr = (stderr + text).slice(-STDERR_LENGTH);
          settings.onStderr?.(text);
        },
      });
      killed ||= exit.signal !== undefined;
      return { ...exit, stdout: pieces.join(''), stderr };
    },
  };
}

/** Runs a command that has to succeed. Throws CliError. */
export async function mustRun(cli: Cli, args: readonly string[], request: CliRequest): Promise<CliExit> {
  const exit = await cli.run(args, request);
  if (exit.code !== 0) throw new CliError(exit);
  return exit;
}
