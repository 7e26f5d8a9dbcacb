/**
 * What `node scripts/run.mjs <command>` can do. One line a command:
 * `tools`  what of the toolchain it needs (a list, or a function of its arguments)
 * `argv`   what Node is called with, in the repository's root
 * `report` how its end is told: `jest` prints the counts of the tests as the very last line
 */
const stackctl = 'dist/src/cli/stackctl.js';
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci'];
const all = ['temporal', 'pulumi'];

/** Only these verbs start programs of their own; the others speak to a running engine. */
const engineVerbs = { dev: all, worker: ['pulumi'] };

export const commands = {
  start: { tools: all, argv: (args) => [stackctl, 'dev', '--apply', 'examples/quickstart', ...args] },
  test: { tools: all, argv: (args) => [...jest, ...args], report: 'jest' },
  bench: { tools: all, argv: (args) => ['dist/test/bench/main.js', ...args] },
  stackctl: { tools: ([verb]) => engineVerbs[verb] ?? [], argv: (args) => [stackctl, ...args] },
};
