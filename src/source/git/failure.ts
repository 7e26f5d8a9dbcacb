import type { CommandResult } from '../run-command';
import { credentialsRefused, sourceUnavailable } from '../source-fault';

/** A failure that may be gone at the next try: a dead host, a broken connection. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

type Judge = (reason: string) => Error;

/** Decisive texts of git, first match wins; the refusal of credentials stands before the loss that follows it. */
const TABLE: readonly (readonly [RegExp, Judge])[] = [
  [/not our ref|unadvertised object|remote ref .* not found|couldn't find remote ref/i, sourceUnavailable],
  [/could not read (Username|Password)|terminal prompts disabled|Authentication failed/i, credentialsRefused],
  [/Permission denied|Host key verification failed|returned error: 40[13]/i, credentialsRefused],
  [/transport '.*' not allowed|Unsupported protocol|unable to find remote helper/i, sourceUnavailable],
  [/repository .* not found|does not appear to be a git repository|dubious ownership/i, sourceUnavailable],
];

/** Sorts how git failed: StallError when only a change of source or credentials can help, GitError else. */
export function judgeGitFailure({ code, stderr }: CommandResult, url: string): Error {
  const [, judge = transient] = TABLE.find(([text]) => text.test(stderr)) ?? [];
  return judge(`${url}: ${decisiveLine(stderr) ?? `git ended with ${code ?? 'a signal'}`}`);
}

function transient(reason: string): GitError {
  return new GitError(reason);
}

/** The first line that git itself calls a fault; else the last one of whatever it said. */
function decisiveLine(stderr: string): string | undefined {
  const lines = stderr.split('\n').map((line) => line.trim());
  const line = lines.find((each) => /^(fatal|error): /i.test(each)) ?? lines.filter(Boolean).at(-1);
  return line?.replace(/^(fatal|error): /i, '').slice(0, 500);
}
