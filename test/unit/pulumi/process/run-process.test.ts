import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess, type ProcessRequest } from '../../../../src/pulumi/process/run-process';
import { readStat, sessionMembers } from '../../../../src/pulumi/process/session';
import { stopKindOf } from '../../../../src/pulumi/process/stop';
import { temporaryDirectory } from '../temporary-directory';

interface Ran {
  readonly directory: string;
  readonly stdout: string[];
  readonly pids: number[];
  readonly request: ProcessRequest;
}

function script(text: string, changes: Partial<ProcessRequest> = {}): Ran {
  const directory = temporaryDirectory();
  const stdout: string[] = [];
  const pids: number[] = [];
  const request: ProcessRequest = {
    command: '/bin/sh',
    args: ['-c', text],
    cwd: directory,
    env: { PATH: '/usr/bin:/bin', ASKED: 'for' },
    spool: join(directory, 'spool'),
    ladder: () => ({ finishMs: 200, leaveMs: 200 }),
    onSpawn: (pid) => pids.push(pid),
    onStdout: (piece) => stdout.push(piece),
    onStderr: (piece) => stdout.push(`E:${piece}`),
    ...changes,
  };
  return { directory, stdout, pids, request };
}

describe('running a process', () => {
  it('gives exact exit code, output, and no environment but the one asked for (L3)', async () => {
    const ran = script('env; echo bad >&2; exit 6');
    expect(await runProcess(ran.request)).toEqual({ code: 6 });
    expect(ran.stdout.join('')).toContain('ASKED=for');
    expect(ran.stdout.join('')).toContain('E:bad');
    expect(ran.stdout.join('')).not.toContain('HOME=');
  });

  it('makes it the leader of its own session, and its files for their owner alone (I1, L6)', async () => {
    const ran = script('cut -d" " -f6 /proc/$$/stat; echo x > made');
    await runProcess(ran.request);
    expect(ran.stdout.join('').trim()).toBe(String(ran.pids[0]));
    expect(statSync(join(ran.directory, 'made')).mode & 0o777).toBe(0o600);
  });

  it('hands its output over while it runs, and leaves no spool', async () => {
    let seen = '';
    const abort = new AbortController();
    const onStdout = (piece: string): void => {
      seen += piece;
      if (seen.includes('ready')) abort.abort();
    };
    const ran = script('trap "echo stopped; exit 1" INT; echo ready; while :; do sleep 0.05; done', {
      onStdout,
      signal: abort.signal,
    });
    expect(await runProcess(ran.request)).toEqual({ code: 1 });
    expect(seen).toBe('ready\nstopped\n');
    expect(readdirSync(ran.directory)).toEqual([]);
  });

  it('gives it its input without a file', async () => {
    const ran = script('cat; ls', { input: 'hunter22\n' });
    await runProcess(ran.request);
    expect(ran.stdout.join('')).toContain('hunter22\n');
  });

  it('keeps confidential output from the disk (L1)', async () => {
    const ran = script('ls; echo done', { unnamed: true });
    await runProcess(ran.request);
    expect(ran.stdout.join('')).toBe('done\n');
  });

  it('spawns nothing when it was stopped before (K2)', async () => {
    const ran = script('echo x > made', { signal: AbortSignal.abort() });
    expect(await runProcess(ran.request)).toEqual({});
    expect(ran.pids).toEqual([]);
    expect(existsSync(join(ran.directory, 'made'))).toBe(false);
  });

  it('climbs to force when nothing else helps, and ends the whole session (K5)', async () => {
    const abort = new AbortController();
    const text = 'trap "" INT; (trap "" INT; while :; do sleep 0.05; done) & echo ready; while :; do sleep 0.05; done';
    const ran = script(text, { signal: abort.signal, onStdout: () => abort.abort() });
    expect(await runProcess(ran.request)).toEqual({ signal: 'SIGKILL' });
    expect(await sessionMembers(ran.pids[0]!)).toEqual([]);
  });

  it('leaves nothing of the session behind after a good end either (I1)', async () => {
    const ran = script('(while :; do sleep 0.05; done) > /dev/null 2>&1 & echo $! > child; exit 0');
    expect(await runProcess(ran.request)).toEqual({ code: 0 });
    const child = Number(readFileSync(join(ran.directory, 'child'), 'utf8'));
    expect([undefined, 'Z']).toContain(readStat(child)?.state);
  });

  it('stops gracefully when whoever listens fails, and says so', async () => {
    const onStdout = (): void => {
      throw new Error('no more room');
    };
    const ran = script('trap "echo end > ended; exit 1" INT; echo x; while :; do sleep 0.05; done', { onStdout });
    await expect(runProcess({ ...ran.request, ladder: () => ({ finishMs: 5_000, leaveMs: 200 }) })).rejects.toThrow(
      'no more room',
    );
    expect(existsSync(join(ran.directory, 'ended'))).toBe(true);
  });

  it('says so when the directory is not there', async () => {
    await expect(runProcess(script('true', { cwd: '/nowhere/at/all' }).request)).rejects.toThrow('ENOENT');
  });
});

describe('why a run is stopped', () => {
  it.each([
    { reason: { kind: 'shutdown' }, want: 'shutdown' },
    { reason: { kind: 'fenced' }, want: 'fenced' },
    { reason: { kind: 'nonsense' }, want: 'cancel' },
    { reason: new Error('aborted'), want: 'cancel' },
    { reason: undefined, want: 'cancel' },
  ])('$reason is $want', ({ reason, want }) => expect(stopKindOf(reason)).toBe(want));
});
