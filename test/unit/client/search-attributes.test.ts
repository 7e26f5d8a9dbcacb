import { ensureSearchAttributes, SEARCH_ATTRIBUTES, SearchAttributesError } from '../../../src/client';
import type { OperatorConnection } from '../../../src/client/search-attributes';

const NUMBERS = { Keyword: 2, Int: 3, Bool: 5, Datetime: 6, KeywordList: 7 } as const;
const ALL = Object.fromEntries(Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, NUMBERS[type]]));

/** A server that has some attributes, and creates others unless it may not. */
function server(has: Record<string, number>, fault?: Error) {
  const customAttributes = { ...has };
  const created: Record<string, number>[] = [];
  const operatorService = {
    listSearchAttributes: () => Promise.resolve({ customAttributes }),
    addSearchAttributes: ({ searchAttributes }: { searchAttributes: Record<string, number> }) => {
      if (fault !== undefined) return Promise.reject(fault);
      created.push(searchAttributes);
      Object.assign(customAttributes, searchAttributes);
      return Promise.resolve({});
    },
  };
  return { connection: { operatorService } as unknown as OperatorConnection, created };
}

describe('search attributes', () => {
  it('keep to what SQL stores allow: 10 Keyword, 3 of every other type', () => {
    const counts = new Map<string, number>();
    for (const type of Object.values(SEARCH_ATTRIBUTES)) counts.set(type, (counts.get(type) ?? 0) + 1);
    for (const [type, count] of counts) expect(count).toBeLessThanOrEqual(type === 'Keyword' ? 10 : 3);
  });

  it('are created, all that are missing and no other', async () => {
    const { StackPhase: _phase, StackNextRun: _next, ...rest } = ALL;
    const { connection, created } = server(rest);
    await ensureSearchAttributes(connection, 'default');
    expect(created).toEqual([{ StackPhase: NUMBERS.Keyword, StackNextRun: NUMBERS.Datetime }]);
  });

  it('are left alone when all of them exist', async () => {
    const { connection, created } = server(ALL);
    await ensureSearchAttributes(connection, 'default');
    expect(created).toEqual([]);
  });

  it('that may not be created are named with the command that creates them', async () => {
    const { connection } = server({}, new Error('PERMISSION_DENIED'));
    const ensured = ensureSearchAttributes(connection, 'prod');

    await expect(ensured).rejects.toBeInstanceOf(SearchAttributesError);
    await expect(ensured).rejects.toThrow(
      'temporal operator search-attribute create --namespace prod --name StackPrerequisites --type KeywordList',
    );
  });

  it('of another type are refused by name, and nothing is created', async () => {
    const { connection, created } = server({ ...ALL, StackReady: NUMBERS.Keyword });
    await expect(ensureSearchAttributes(connection, 'default')).rejects.toThrow('StackReady must be Bool');
    expect(created).toEqual([]);
  });
});
