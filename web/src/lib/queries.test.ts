import {QueryObserver} from '@tanstack/react-query';
import {afterAll, afterEach, describe, expect, test, vi} from 'vitest';

// The page that the code belongs to.
vi.stubGlobal('window', {location: {origin: 'http://127.0.0.1'}});
afterAll(() => void vi.unstubAllGlobals());
const {queries, readByQuery} = await import('./queries.ts');
afterEach(() => queries.clear());

describe('an invalidated query', () => {
  /** A query that is shown. The test sends the responses. */
  function show() {
    const responses: (() => void)[] = [];
    const queryFn = () => new Promise<number>((resolve) => responses.push(() => resolve(responses.length)));
    new QueryObserver(queries, {queryKey: ['shown'], queryFn}).subscribe(() => {});
    return responses;
  }

  test('is loaded once', async () => {
    const responses = show();
    responses[0]!();
    await expect.poll(() => queries.getQueryData(['shown'])).toBe(1);
    const done = queries.invalidateQueries({queryKey: ['shown']});
    responses[1]!();
    await expect.poll(() => queries.getQueryData(['shown'])).toBe(2);
    expect(queries.isFetching()).toBe(0);
    await done;
  });

  test('is loaded once more after a response that is under way, for any number of changes', async () => {
    const responses = show();
    const done = Promise.all([1, 2, 3].map(() => queries.invalidateQueries({queryKey: ['shown']})));
    responses[0]!();
    await expect.poll(() => responses.length).toBe(2);
    responses[1]!();
    await done;
    expect(responses).toHaveLength(2);
  });
});

test('the rows of a list follow a query that was removed and is used again', () => {
  queries.setQueryData(['rows'], 1);
  const $rows = readByQuery<number>(['rows']);
  expect($rows.get()).toBe(1);
  queries.removeQueries({queryKey: ['rows']});
  queries.setQueryData(['rows'], 2);
  expect($rows.get()).toBe(2);
});
