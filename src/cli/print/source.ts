import { sourceOf } from '../../stack/source';
import type { StackSpec } from '../../stack/spec';

/** Where a program comes from, in one line. */
export function sourceText(spec: StackSpec): string {
  const source = sourceOf(spec);
  switch (source.kind) {
    case 'git': {
      const at = 'branch' in source.ref ? `branch ${source.ref.branch}` : `commit ${source.ref.commit}`;
      return `${source.url}, ${at}${source.dir === '.' ? '' : `, folder ${source.dir}`}`;
    }
    case 'program':
      return `Program ${source.name}`;
    case 'flux':
      return `${source.ref.kind} ${source.ref.name}`;
    case 'local':
      return `folder ${source.dir} of the worker`;
  }
}
