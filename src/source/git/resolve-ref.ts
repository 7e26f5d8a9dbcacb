import type { GitSource } from '../../stack/source';
import { sourceUnavailable } from '../source-fault';
import { judgeGitFailure } from './failure';
import type { Git } from './git';

const LINE = /^([0-9a-f]{40})\t(.+)$/;
const COMMIT = /^[0-9a-f]{40}$/;
const NO_MATCH = 2;
/** Nothing that git would take for an option or a pattern. */
const REF = /^(?![-/])[^\s~^:?*[\\]+$/;

/** The revision that a source names now: `<branch>@sha1:<commit>`, or `sha1:<commit>` where the spec has a commit. */
export async function resolveRef(git: Git, source: GitSource, signal: AbortSignal): Promise<string> {
  const { url, ref } = source;
  if ('commit' in ref) return `sha1:${ref.commit}`;
  if (!REF.test(ref.branch)) throw sourceUnavailable(`"${ref.branch}" is not a branch or ref of git`);
  const names = namesOf(ref.branch);
  const result = await git.try({ args: ['ls-remote', '--exit-code', '--', url, ...names], url, signal });
  if (result.code !== 0 && result.code !== NO_MATCH) throw judgeGitFailure(result, url);
  const tips = parseTips(result.stdout);
  const commit = names.map((name) => tips.get(name)).find((tip) => tip !== undefined);
  if (commit === undefined) throw sourceUnavailable(`${url}: has no branch or tag "${ref.branch}"`);
  return `${ref.branch}@sha1:${commit}`;
}

/** The commit of a revision. Throws StallError when it is none of git's. */
export function commitOf(revision: string): string {
  const commit = revision.slice(revision.lastIndexOf('sha1:') + 'sha1:'.length);
  if (!revision.includes('sha1:') || !COMMIT.test(commit)) throw sourceUnavailable(`"${revision}" names no commit`);
  return commit;
}

/** In order of preference. An annotated tag is an object of its own; `^{}` is the commit that it stands for. */
function namesOf(branch: string): string[] {
  if (branch.startsWith('refs/')) return [`${branch}^{}`, branch];
  return [`refs/heads/${branch}`, `refs/tags/${branch}^{}`, `refs/tags/${branch}`];
}

/** Git matches the ends of names, so more than was asked for may come. */
function parseTips(stdout: string): Map<string, string> {
  const tips = stdout.split('\n').flatMap((line) => {
    const [, commit, name] = LINE.exec(line) ?? [];
    return commit === undefined || name === undefined ? [] : [[name, commit] as const];
  });
  return new Map(tips);
}
