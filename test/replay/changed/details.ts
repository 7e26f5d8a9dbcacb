/** Presentation that says something else: it issues no command, so nothing replays differently. */
export function currentDetails(): string {
  return 'changed';
}
