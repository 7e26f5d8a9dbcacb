import { runCli } from './run-cli';

const VERBS = [
  ...['dev', 'worker', 'apply', 'get', 'describe', 'explain', 'reconcile', 'suspend', 'resume', 'cancel', 'preview'],
  ...['history', 'events', 'logs', 'outputs', 'wait', 'delete', 'check'],
];

describe('usage errors', () => {
  it.each([
    { line: 'gett', says: 'Did you mean get?' },
    { line: 'reconcil network', says: 'Did you mean reconcile?' },
    { line: '', says: 'Usage: stackctl' },
    { line: 'get --nope', says: "unknown option '--nope'" },
    { line: 'describe', says: "missing required argument 'name'" },
    { line: 'describe a b', says: 'too many arguments' },
    { line: 'get -o xml', says: 'Allowed choices are table, wide, json, yaml, name' },
    { line: 'get -n Not_A_Label', says: 'Lower-case letters' },
    { line: 'describe UPPER', says: '"UPPER" cannot name a Stack' },
    { line: 'describe a/b/c', says: '"a/b/c" cannot name a Stack' },
    { line: 'get network -A', says: 'not both' },
    { line: 'get -w -o json', says: '--watch shows tables' },
    { line: 'get --timeout soon', says: 'Give a duration' },
    { line: 'get --timeout 0', says: 'Give a duration' },
    { line: 'apply', says: "required option '-f, --filename <path>' not specified" },
    { line: 'apply -f nowhere.yaml', says: 'nowhere.yaml: there is no such file or folder' },
    { line: 'wait network', says: "required option '--for <goal>' not specified" },
    { line: 'wait network --for served=', says: 'served=TOKEN' },
    { line: `reconcile network --token ${'x'.repeat(257)}`, says: '1 to 256 bytes' },
    { line: 'suspend network --until yesterday', says: 'Give a duration such as 2h, or a time' },
    { line: 'logs network --update 0', says: 'Give the number of the update' },
    { line: 'dev --port 65536', says: 'Give a port' },
    { line: 'dev --keep-logs none', says: '--keep-logs: "none" must be a whole number' },
    { line: 'worker --queues kafka', says: '--queues: "kafka" must be one of stackwright, pulumi' },
    { line: 'approve network', says: "unknown command 'approve'" },
  ])('`stackctl $line` ends with 2 and says: $says', async ({ line, says }) => {
    const { code, stdout, stderr } = await runCli(line);

    expect(stderr).toContain(says);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('help', () => {
  it('lists every verb, fits 80 columns, tells the exit codes, and ends with 0', async () => {
    const { code, stdout, stderr } = await runCli('--help');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const verb of VERBS) expect(stdout).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
    expect(stdout).toContain('4 timed out while waiting');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it.each(VERBS)('of %s has an example', async (verb) => {
    const { code, stdout } = await runCli([verb, '--help']);

    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\\n  # .+\\n  stackctl ${verb}`));
  });

  it('tells the version', async () => {
    const { code, stdout } = await runCli('--version');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));
