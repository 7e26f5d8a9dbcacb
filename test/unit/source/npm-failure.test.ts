import { judgeNpmFailure } from '../../../src/source/dependencies/npm-failure';

describe('a failure of npm', () => {
  it.each([
    {
      name: 'a lock file that does not fit',
      stderr: 'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install …',
      want: 'source',
      message: 'npm: EUSAGE: `npm ci` can only install …',
    },
    {
      name: 'a package that does not exist',
      stderr: 'npm error code E404\nnpm error 404 No',
      want: 'source',
      message: 'npm: E404: 404 No',
    },
    {
      name: 'a tampered package',
      stderr: 'npm ERR! code EINTEGRITY\nnpm ERR! sha512',
      want: 'source',
      message: 'npm: EINTEGRITY: sha512',
    },
    {
      name: 'missing credentials',
      stderr: 'npm error code E401\nnpm error Unable',
      want: 'credentials',
      message: 'npm: E401: Unable',
    },
    {
      name: 'a dead registry',
      stderr: 'npm error code ECONNREFUSED\nnpm error x',
      want: undefined,
      message: 'npm: ECONNREFUSED: x',
    },
    {
      name: 'a name that is not resolved',
      stderr: 'npm error code ENOTFOUND\nnpm error x',
      want: undefined,
      message: 'npm: ENOTFOUND: x',
    },
    {
      name: 'a name server that is slow',
      stderr: 'npm error code EAI_AGAIN\nnpm error x',
      want: undefined,
      message: 'npm: EAI_AGAIN: x',
    },
    {
      name: 'a registry that has a fault',
      stderr: 'npm error code E503\nnpm error x',
      want: undefined,
      message: 'npm: E503: x',
    },
    {
      name: 'words of its own',
      stderr: 'Error: double-loading config\n',
      want: 'source',
      message: 'npm: Error: double-loading config',
    },
    { name: 'silence', stderr: '', want: 'source', message: 'npm: ended with 1' },
  ])('from $name is sorted as $want, with its cause in one line', ({ stderr, want, message }) => {
    const error = judgeNpmFailure({ code: 1, stdout: '', stderr }) as Error & { failureClass?: string };
    expect(error.failureClass).toBe(want);
    expect(error.message).toBe(message);
  });

  it('that was ended by a signal may go well the next time', () => {
    expect(judgeNpmFailure({ stdout: '', stderr: '' })).toMatchObject({
      name: 'Error',
      message: 'npm: ended by a signal',
    });
  });
});
