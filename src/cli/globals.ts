import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../stack/duration';
import { isStackName, stackIdOf, workflowIdOf, type StackId } from '../stack/stack-id';
import { usageError } from './exit-error';

const OUTPUTS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
type OutputFormat = (typeof OUTPUTS)[number];

/** Flags that every verb takes, parsed. */
export interface Globals {
  readonly namespace: string;
  /** Whether the namespace was given, not assumed. */
  readonly namespaceGiven: boolean;
  readonly allNamespaces: boolean;
  readonly output: OutputFormat;
  readonly timeoutMs: number;
  readonly address?: string;
  readonly temporalNamespace?: string;
  readonly color: boolean;
}

/** Adds the flags; commander takes them before and after the verb. */
export function addGlobals(program: Command): Command {
  return program
    .option('-n, --namespace <name>', 'namespace of the Stack', parseNamespace, 'default')
    .option('-A, --all-namespaces', 'Stacks of all namespaces')
    .addOption(new Option('-o, --output <format>', 'output format').choices(OUTPUTS).default('table'))
    .addOption(
      new Option('--timeout <duration>', 'how long to wait, such as 90s or 1h30m')
        .argParser(parseTimeout)
        .default(300_000, '5m'),
    )
    .option('--address <host:port>', 'address of the Temporal server')
    .option('--temporal-namespace <name>', "Temporal's own namespace")
    .option('--no-color', 'no colours');
}

/** Reads the flags back when a verb runs. */
export function readGlobals(program: Command): Globals {
  const { timeout, ...options } = program.opts<
    Omit<Globals, 'timeoutMs' | 'namespaceGiven'> & { readonly timeout: number }
  >();
  return {
    ...options,
    allNamespaces: options.allNamespaces,
    namespaceGiven: program.getOptionValueSource('namespace') === 'cli',
    timeoutMs: timeout,
  };
}

/** Reads the name of a Stack: `network`, `default/network`, or `stack/default/network` as `-o name` prints it. */
export function parseStack(text: string, { namespace }: Globals): StackId {
  const full = text.startsWith('stack/') ? text : `stack/${text}`;
  const id = stackIdOf(full) ?? stackIdOf(workflowIdOf({ namespace, name: text }));
  if (id !== undefined) return id;
  throw usageError(
    `"${text}" cannot name a Stack: lower-case letters, digits, "-" and ".", at most 253 characters, perhaps after "namespace/"`,
  );
}

function parseTimeout(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms === 0) throw new InvalidArgumentError('Give a duration such as 90s, 5m or 1h30m.');
  return ms;
}

function parseNamespace(text: string): string {
  if (isStackName(text)) return text;
  throw new InvalidArgumentError('Lower-case letters, digits, "-" and "." only.');
}
