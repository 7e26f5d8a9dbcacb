import type { SpecFacts } from './facts';
import { referencesOf } from './references';
import type { Violation } from './violation';

/** Secrets come by reference, from the Stack's own namespace (L1, L2). */
export function secretViolations(facts: SpecFacts): Violation[] {
  const { fields, options } = facts;
  const foreign = referencesOf(fields).flatMap(({ path, ref }) =>
    ref.type === 'Secret' && ref.secret.namespace !== undefined && ref.secret.namespace !== options.namespace
      ? [
          {
            path: `${path}.secret.namespace`,
            message: 'must be the namespace of the Stack: references do not cross it (L2)',
          },
        ]
      : [],
  );
  return options.origin === 'kubernetes' ? foreign : [...foreign, ...inlineViolations(facts)];
}

function inlineViolations({ fields, isGiven }: SpecFacts): Violation[] {
  const reason = 'secret values do not travel (L1)';
  const literals = referencesOf(fields).flatMap(({ path, ref, isSecret }): Violation[] =>
    isSecret && ref.type === 'Literal'
      ? [{ path, message: `must not be a Literal: ${reason}; name a Secret instead`, exposesSecret: true }]
      : [],
  );
  if (!isGiven('secrets')) return literals;
  const message = `must not be given: ${reason}; put them into a Secret and name it in secretsRef`;
  return [...literals, { path: 'secrets', message, exposesSecret: true }];
}
