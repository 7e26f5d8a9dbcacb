/** The examples at the end of a verb's help: pairs of a command and what it does. */
export function examples(...pairs: readonly (readonly [command: string, does: string])[]): string {
  return ['', 'Examples:', ...pairs.flatMap(([command, does]) => [`  # ${does}`, `  stackctl ${command}`])].join('\n');
}
