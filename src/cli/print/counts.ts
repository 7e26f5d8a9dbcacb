import type { ChangeCounts } from '../../stack/operation';

const WORDS = ['create', 'update', 'replace', 'delete', 'same'] as const;

/** `2 create, 1 delete`, without what did not happen; `no changes` when nothing did. */
export function countsText(changes: ChangeCounts | undefined): string {
  if (changes === undefined) return '';
  const parts = WORDS.filter((word) => word !== 'same' && changes[word] > 0).map((word) => `${changes[word]} ${word}`);
  return parts.length === 0 ? 'no changes' : parts.join(', ');
}

/** Whether anything but staying the same was counted. */
export function hasChanges(changes: ChangeCounts | undefined): boolean {
  return changes !== undefined && WORDS.some((word) => word !== 'same' && changes[word] > 0);
}
