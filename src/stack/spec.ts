import type { z } from 'zod';
import type { ParseOptions, SpecFacts } from './spec/facts';
import { issueText, violationsOf } from './spec/issue-text';
import { listViolations } from './spec/list-rules';
import { copyPlainJson, SPEC_LIMITS } from './spec/plain-json';
import { stackSpecSchema, type StackSpec } from './spec/schema';
import { secretViolations } from './spec/secret-rules';
import { sourceViolations, strayGitWarnings } from './spec/source-rules';
import { dropUnknownFields } from './spec/unknown-fields';
import type { Violation } from './spec/violation';

export type { ParseOptions } from './spec/facts';
export type { ResourceRef } from './spec/resource-ref';
export { stackSpecSchema, type StackSpec } from './spec/schema';
export { describeViolations, type Violation } from './spec/violation';

/** A spec is accepted whole or refused whole (A6); warnings tell what was clamped or dropped. */
export type ParsedStackSpec =
  | { readonly ok: true; readonly spec: StackSpec; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

type Schemas = Readonly<Record<string, z.ZodType>>;

const MOST_VIOLATIONS = 100;
const schemas: Schemas = stackSpecSchema.shape;
const fieldNames = Object.keys(schemas);

/** Parses a spec as somebody wrote it, whatever it is. Never throws. */
export function parseStackSpec(input: unknown, options: ParseOptions): ParsedStackSpec {
  const copied = copyPlainJson(input, SPEC_LIMITS);
  if (!copied.ok) return { ok: false, violations: [copied.violation] };
  const { result, warnings } = parseCopy(copied.value, options);
  const facts = factsOf(copied.value, result, options);
  const violations = [
    ...(result.success ? [] : result.error.issues.flatMap((issue) => violationsOf(issue, fieldNames))),
    ...(isMap(copied.value) ? ruleViolations(facts) : []),
  ];
  if (!result.success || violations.length > 0) return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
  const clamped = clampResync(result.data, options, facts.isGiven('resyncFrequencySeconds'));
  return { ok: true, spec: clamped.spec, warnings: [...warnings, ...clamped.warnings, ...strayGitWarnings(facts)] };
}

/** Unknown fields: refused where people write to us directly, dropped where a cluster's CRD let them pass. */
function parseCopy(copy: unknown, options: ParseOptions) {
  const result = stackSpecSchema.safeParse(copy, { error: issueText });
  if (result.success || options.origin === 'direct') return { result, warnings: [] };
  const warnings = dropUnknownFields(copy, result.error.issues);
  return { result: stackSpecSchema.safeParse(copy, { error: issueText }), warnings };
}

function ruleViolations(facts: SpecFacts): Violation[] {
  return [...sourceViolations(facts), ...listViolations(facts), ...secretViolations(facts)];
}

function factsOf(copy: unknown, result: z.ZodSafeParseResult<StackSpec>, options: ParseOptions): SpecFacts {
  const given = isMap(copy) ? copy : {};
  return {
    fields: result.success ? result.data : soundFields(given),
    isGiven: (field) => Object.hasOwn(given, field),
    options,
  };
}

function soundFields(given: Readonly<Record<string, unknown>>): Partial<StackSpec> {
  const sound = Object.entries(schemas).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(given[name]);
    return Object.hasOwn(given, name) && parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(sound);
}

function clampResync(spec: StackSpec, options: ParseOptions, isGiven: boolean) {
  const { minResyncSeconds: least } = options;
  const { resyncFrequencySeconds: wanted } = spec;
  if (wanted >= least) return { spec, warnings: [] };
  const warnings = isGiven ? [`resyncFrequencySeconds ${wanted} is below the floor: ${least} is used`] : [];
  return { spec: { ...spec, resyncFrequencySeconds: least }, warnings };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
