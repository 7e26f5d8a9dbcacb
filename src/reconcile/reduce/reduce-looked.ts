import { clip, type Pass } from '../pass';

/** A look at the source ended. One that fails changes nothing but a warning, and only when it fails in a new way (D2). */
export function reduceLooked(pass: Pass, looked: { revision?: string; error?: string }): void {
  const before = pass.state.source;
  if (looked.error !== undefined) {
    if (before?.error !== looked.error) pass.warn(`looking for a new commit failed: ${looked.error}`);
    pass.change({ looking: undefined, source: { ...before, lookedAt: pass.now, error: clip(looked.error, 300) } });
    return;
  }
  const seen = looked.revision === undefined ? {} : { revision: looked.revision, seenAt: pass.now };
  pass.change({ looking: undefined, source: { ...seen, lookedAt: pass.now } });
}
