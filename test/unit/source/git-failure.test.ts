import { judgeGitFailure } from '../../../src/source/git/failure';

const URL = 'https://git.example/site.git';

describe('a failure of git', () => {
  it.each([
    { name: 'a missing commit', stderr: 'fatal: remote error: upload-pack: not our ref 1234', want: 'source' },
    { name: 'a missing repository', stderr: "fatal: repository 'https://x/' not found", want: 'source' },
    { name: 'a refused transport', stderr: "fatal: transport 'file' not allowed", want: 'source' },
    {
      name: 'missing credentials',
      stderr: "fatal: could not read Username for 'https://x': terminal prompts disabled",
      want: 'credentials',
    },
    {
      name: 'wrong credentials',
      stderr: "remote: no\nfatal: Authentication failed for 'https://x/'",
      want: 'credentials',
    },
    {
      name: 'a key that is not accepted',
      stderr: 'git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      want: 'credentials',
    },
    {
      name: 'a dead host',
      stderr: "fatal: unable to access 'https://x/': Failed to connect to x port 443",
      want: undefined,
    },
    {
      name: 'a name that is not resolved',
      stderr: "fatal: unable to access 'x': Could not resolve host: x",
      want: undefined,
    },
    { name: 'a server that has a fault', stderr: 'fatal: The requested URL returned error: 503', want: undefined },
    { name: 'a broken connection', stderr: 'error: RPC failed; curl 18\nfatal: early EOF', want: undefined },
    { name: 'silence', stderr: '', want: undefined },
  ])('from $name is sorted as $want', ({ stderr, want }) => {
    const error = judgeGitFailure({ code: 128, stdout: '', stderr }, URL) as Error & { failureClass?: string };
    expect(error.failureClass).toBe(want);
    expect(error.message).toMatch(/^https:\/\/git.example\/site.git: ./);
    expect(error.message).not.toContain('\n');
  });
});
