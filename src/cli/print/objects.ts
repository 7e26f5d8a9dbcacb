import { stringify } from 'yaml';
import type { StackSpec } from '../../stack/spec';
import type { StackId } from '../../stack/stack-id';
import type { StackStatus } from '../../stack/status';

/** A Stack as `-o json` and `-o yaml` show it. */
export interface StackObject {
  readonly metadata: StackId;
  readonly spec: StackSpec | null;
  readonly status: StackStatus;
}

/** Anything as JSON or YAML text. */
export function dataText(value: unknown, format: 'json' | 'yaml'): string {
  if (format === 'json') return JSON.stringify(value, undefined, 2);
  return stringify(value, { aliasDuplicateObjects: false }).trimEnd();
}
