/** `; did you mean "…"?` for a name that is at most two slips away from a known one; empty when none is. */
export function suggestion(name: string, known: readonly string[]): string {
  if (name.length > 64) return '';
  const ranked = known
    .map((candidate) => ({ candidate, slips: slips(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips);
  const [best] = ranked;
  return best !== undefined && best.slips <= 2 ? `; did you mean "${best.candidate}"?` : '';
}

/** Edit distance of Levenshtein: insertions, deletions and replacements. */
function slips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
