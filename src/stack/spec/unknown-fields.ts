import type { z } from 'zod';
import { pathText } from './violation';

const MOST_WARNINGS = 20;

/** Removes what no schema knows from a copy of the input, and says so; a cluster's spec goes on without it (A6). */
export function dropUnknownFields(copy: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  const paths: string[] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const owner = valueAt(copy, issue.path);
    for (const key of issue.keys) {
      Reflect.deleteProperty(owner, key);
      paths.push(pathText([...issue.path, key]));
    }
  }
  const warnings = paths.slice(0, MOST_WARNINGS).map((path) => `${path} is unknown and was ignored`);
  const more = paths.length - MOST_WARNINGS;
  return more > 0 ? [...warnings, `${more} more unknown fields were ignored`] : warnings;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): object {
  let value = root;
  for (const key of path) value = (value as Record<PropertyKey, unknown>)[key];
  return value as object;
}
