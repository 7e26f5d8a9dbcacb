import type { AttemptRecord, OperationRequest, OperationResult, Progress, ProjectInfo } from '../stack/operation';
import type { StackId } from '../stack/stack-id';
import type { StopKind, StopLadder } from './process/stop';

export interface PulumiSettings {
  /** Path of the Pulumi CLI; its directory is searched first for language hosts and plugins. */
  readonly binary: string;
  /** HOME, PULUMI_HOME and what is remembered about stacks lie below it, apart for each namespace, 0700. */
  readonly cacheDir: string;
  /** Name of this machine as the CLI writes it into its locks: `os.hostname()`. */
  readonly host: string;
  /** Tells engines apart that share a backend, in claims; undefined: `stackwright`. */
  readonly engine?: string;
  /** The worker's environment, of which a short allow-list goes on (L3); undefined: nothing does. */
  readonly ambient?: Readonly<Record<string, string | undefined>>;
  /** How patiently runs are stopped; undefined: as patiently as the reason allows. */
  readonly ladder?: (kind: StopKind) => StopLadder;
}

/** One configuration value. A key without `:` belongs to the project. */
export interface ConfigEntry {
  readonly key: string;
  /** Structured values are allowed; a structured secret is handed over as JSON. */
  readonly value: unknown;
  readonly secret: boolean;
  /** The key is a path into a structure, `a.b[0]`. */
  readonly path?: boolean;
}

/** What every use of a stack's backend needs. */
export interface StackAccess {
  readonly backendUrl: string;
  /** Undefined: the environment names the passphrase, or none is needed. */
  readonly passphraseFile?: string;
  /** What the spec asks for, resolved. */
  readonly env: Readonly<Record<string, string>>;
  /** Values to mask in whatever leaves, beside those of `config`. */
  readonly secrets: readonly string[];
}

/** One attempt at an operation. */
export interface PulumiRun extends StackAccess {
  readonly request: OperationRequest;
  /** Directory that holds Pulumi.yaml; it is not written to. Undefined: a destroy from recorded state alone. */
  readonly programDir?: string;
  /** Undefined: read from Pulumi.yaml, or taken from the request when there is no program. */
  readonly project?: ProjectInfo;
  readonly config: readonly ConfigEntry[];
  readonly runToken: string;
  /** Gets Pulumi's output for people, masked, while it runs. */
  readonly logFile: string;
  readonly timeoutMs: number;
  /** Interrupts gracefully; its reason may be `{ kind: 'cancel' | 'shutdown' | 'fenced' }`. */
  readonly signal: AbortSignal;
  /** Whether the owner of a claim still exists (A9); undefined: it is taken to. */
  isAlive?(owner: StackId): Promise<boolean>;
  onProgress(progress: Progress): void;
  onProcess(record: AttemptRecord): void;
}

/** How an attempt ended. It is an answer even when the operation failed. */
export type PulumiOutcome = Omit<OperationResult, 'revision'> & {
  /** Processes of the CLI that it took. */
  readonly processes: number;
  /** What the owner of the Stack should know beside the result. */
  readonly warnings?: readonly string[];
};

/** Asks for the outputs with their secret values. */
export interface OutputsRequest extends StackAccess {
  readonly stack: StackId;
  /** Pulumi's name of the stack, as the spec has it. */
  readonly pulumiStack: string;
  readonly project: string;
  readonly signal?: AbortSignal;
}

/** Runs the Pulumi CLI. */
export interface Pulumi {
  run(run: PulumiRun): Promise<PulumiOutcome>;
  /** Outputs in plain: for `stackctl outputs --show-secrets` and nothing else. Rejects with a masked message. */
  outputs(request: OutputsRequest): Promise<Record<string, unknown>>;
  version(): Promise<string>;
}
