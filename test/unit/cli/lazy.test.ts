import type { CliIo } from '../../../src/cli/io';
import { runStackctl } from '../../../src/cli/run-stackctl';

const silent: CliIo = {
  stdout: { write: () => true },
  stderr: { write: () => true },
  stdin: () => Promise.resolve(''),
  env: {},
  isTTY: false,
  columns: 80,
  cwd: '/',
  redraw: () => undefined,
  listenForInterrupt: () => ({ signal: new AbortController().signal, release: () => undefined }),
};

const loaded = (part: string): string[] => Object.keys(require.cache).filter((path) => path.includes(part));

describe('help, version and usage errors', () => {
  it.each(['--help', '--version', 'gett', 'get -o xml', 'worker --help', 'describe UPPER', 'apply -f nowhere.yaml'])(
    'load no Temporal SDK: %s',
    async (line) => {
      await runStackctl(line.split(' '), silent);

      expect(loaded('/src/cli/run-stackctl')).toHaveLength(1);
      expect(loaded('/@temporalio/')).toEqual([]);
      expect(loaded('/@pulumi/')).toEqual([]);
    },
  );

  it('are told apart from a verb that connects, which does load it', async () => {
    await runStackctl(['get', '--address', '127.0.0.1:1'], silent);

    expect(loaded('/@temporalio/').length).toBeGreaterThan(0);
  });
});
