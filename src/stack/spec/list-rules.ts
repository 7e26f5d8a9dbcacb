import type { SpecFacts } from './facts';
import { pathText, type Violation } from './violation';

/** Names that must be unique, differ from the Stack's own, or be known elsewhere in the spec. */
export function listViolations(facts: SpecFacts): Violation[] {
  const { prerequisites = [], preflights = [] } = facts.fields;
  return [
    ...repeated('prerequisites', prerequisites),
    ...repeated('preflights', preflights),
    ...selfViolations(facts),
    ...unknownPreflights(facts),
  ];
}

function repeated(list: string, entries: readonly { readonly name: string }[]): Violation[] {
  const names = entries.map((entry) => entry.name);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return first === index ? [] : [{ path: `${list}[${index}].name`, message: `is the name of ${list}[${first}] too` }];
  });
}

function selfViolations({ fields, options }: SpecFacts): Violation[] {
  return (fields.prerequisites ?? []).flatMap(({ name }, index) =>
    name === options.stackName
      ? [{ path: `prerequisites[${index}].name`, message: 'must not be the Stack itself' }]
      : [],
  );
}

function unknownPreflights({ fields, isGiven }: SpecFacts): Violation[] {
  if (isGiven('preflights') && fields.preflights === undefined) return [];
  const known = (fields.preflights ?? []).map((preflight) => preflight.name);
  return Object.entries(fields.configFrom ?? {}).flatMap(([key, { preflight }]) =>
    preflight === undefined || known.includes(preflight.name)
      ? []
      : [{ path: pathText(['configFrom', key, 'preflight', 'name']), message: 'must be one of spec.preflights' }],
  );
}
