import { z } from 'zod';
import { suggestion } from './suggestion';
import { pathText, type Violation } from './violation';

type RawIssue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

/** What a field must be, where its schema has no text of its own. Never mentions the given value. */
export const issueText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return typeText(issue);
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return boundText(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
  if (issue.code === 'too_big')
    return boundText(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
  return issue.code === 'unrecognized_keys' ? fieldsText(issue) : undefined;
};

function typeText(issue: RawIssue): string {
  if (issue.input === undefined) return 'is required';
  const expected = String(issue.expected);
  return `must be ${TYPES[expected] ?? expected}`;
}

function boundText(issue: RawIssue, relation: string, bound: number | bigint): string {
  if (issue.origin === 'string') return bound === 1 ? 'must not be empty' : `must have ${relation} ${bound} characters`;
  if (issue.origin === 'array') return `must have ${relation} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return `must be ${relation} ${bound}`;
}

function fieldsText(issue: RawIssue): string {
  const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  return known.length > 0 && known.length <= 12 ? `is no field; fields here are ${known.join(', ')}` : 'is no field';
}

/** A schema's issue as violations: one for each unknown key, else one. */
export function violationsOf(issue: z.core.$ZodIssue, knownFields: readonly string[]): Violation[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: issue.path.length === 0 ? `${issue.message}${suggestion(key, knownFields)}` : issue.message,
    }));
  }
  const exposesSecret = issue.code === 'custom' && issue.params?.exposesSecret === true;
  const message = issue.code === 'invalid_key' ? `has a bad key: ${issue.issues[0]?.message ?? ''}` : issue.message;
  return [{ path: pathText(issue.path), message, ...(exposesSecret ? { exposesSecret } : {}) }];
}
