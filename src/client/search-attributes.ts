import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorService } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { SearchAttributesError } from './errors';

const { IndexedValueType } = temporal.api.enums.v1;
type ValueType = temporal.api.enums.v1.IndexedValueType;

/** Types by the names that the `temporal` CLI has for them. */
const TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Bool: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
  Int: IndexedValueType.INDEXED_VALUE_TYPE_INT,
  Datetime: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  KeywordList: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD_LIST,
} as const satisfies Record<string, ValueType>;

/** All search attributes of a Stack. The SQL stores allow 10 Keyword and 3 of every other type: no more without need. */
export const SEARCH_ATTRIBUTES = {
  StackPhase: 'Keyword',
  StackReason: 'Keyword',
  StackNamespace: 'Keyword',
  StackPool: 'Keyword',
  StackReady: 'Bool',
  StackSuspended: 'Bool',
  StackFailures: 'Int',
  StackLastSuccess: 'Datetime',
  StackNextRun: 'Datetime',
  StackPrerequisites: 'KeywordList',
} as const satisfies Record<string, keyof typeof TYPES>;

type AttributeName = keyof typeof SEARCH_ATTRIBUTES;

const NAMES = Object.keys(SEARCH_ATTRIBUTES) as AttributeName[];
const VISIBLE_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** What of a connection is needed here; a client's and a worker's both have it. */
export interface OperatorConnection {
  readonly operatorService: OperatorService;
}

/** What is wrong with the search attributes of a namespace. */
export interface SearchAttributeFaults {
  readonly missing: readonly AttributeName[];
  /** Exist, with another type. */
  readonly wrong: readonly AttributeName[];
}

/**
 * Creates what is missing and waits until it can be used. A workflow that sets an attribute which does not exist is
 * blocked, so no worker may poll before. Throws SearchAttributesError with the commands where it may not create them.
 */
export async function ensureSearchAttributes(connection: OperatorConnection, namespace: string): Promise<void> {
  const faults = await readSearchAttributeFaults(connection, namespace);
  if (faults.wrong.length > 0) throw wrongTypes(faults.wrong, namespace);
  if (faults.missing.length === 0) return;
  try {
    const searchAttributes = Object.fromEntries(faults.missing.map((name) => [name, TYPES[SEARCH_ATTRIBUTES[name]]]));
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SearchAttributesError(missingText(faults.missing, namespace, why), { cause: error });
  }
  await untilVisible(connection, namespace);
}

/** Compares what the namespace has with what Stacks need. */
export async function readSearchAttributeFaults(
  connection: OperatorConnection,
  namespace: string,
): Promise<SearchAttributeFaults> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const isWrong = (name: AttributeName): boolean => {
    const type = customAttributes[name];
    return name in customAttributes && type !== TYPES[SEARCH_ATTRIBUTES[name]];
  };
  return { missing: NAMES.filter((name) => !(name in customAttributes)), wrong: NAMES.filter(isWrong) };
}

/** The commands that create search attributes, one a line. */
export function createCommands(names: readonly AttributeName[], namespace: string): string[] {
  return names.map(
    (name) =>
      `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${SEARCH_ATTRIBUTES[name]}`,
  );
}

function missingText(names: readonly AttributeName[], namespace: string, why: string): string {
  const head = `search attributes are missing in namespace ${namespace} and could not be created (${why}); create them:`;
  return [head, ...createCommands(names, namespace)].join('\n  ');
}

function wrongTypes(names: readonly AttributeName[], namespace: string): SearchAttributesError {
  const wanted = names.map((name) => `${name} must be ${SEARCH_ATTRIBUTES[name]}`).join(', ');
  return new SearchAttributesError(
    `search attributes of namespace ${namespace} have another type: ${wanted}; remove them or use another namespace`,
  );
}

async function untilVisible(connection: OperatorConnection, namespace: string): Promise<void> {
  const given = AbortSignal.timeout(VISIBLE_WITHIN_MS);
  for (;;) {
    const { missing } = await readSearchAttributeFaults(connection, namespace);
    if (missing.length === 0) return;
    if (given.aborted) throw new SearchAttributesError(missingText(missing, namespace, 'they do not appear'));
    await delay(LOOK_EVERY_MS);
  }
}
