import {expect, test} from 'vitest';
import {createGroupedCache} from './grouped-cache.ts';

function create({
  maxSize = 10_000,
  ttl = 60_000,
  isFinal,
}: Partial<Parameters<typeof createGroupedCache<string>>[0]> = {}) {
  const pending: {resolve: (value: string) => void; reject: (error: Error) => void}[] = [];
  const cache = createGroupedCache<string>({
    maxSize,
    ttl,
    sizeOf: (value) => value.length,
    ...(isFinal && {isFinal}),
  });
  return {
    pending,
    get: (group: string, key: string) =>
      cache.get(group, key, () => new Promise((resolve, reject) => pending.push({resolve, reject}))),
    cache,
  };
}

test('concurrent callers share one read, and a cached value is not read again', async () => {
  const {pending, get} = create();
  const both = [get('g', 'a'), get('g', 'a')];
  pending[0]!.resolve('one');
  expect(await Promise.all(both)).toEqual(['one', 'one']);
  expect(await get('g', 'a')).toBe('one');
  expect(pending).toHaveLength(1);
});

test('invalidating a group drops its values, and those that are being read', async () => {
  const {pending, get, cache} = create();
  const a = get('g', 'a');
  pending[0]!.resolve('a1');
  await a;
  const b = get('g', 'b');
  const other = get('h', 'c');
  pending[2]!.resolve('c1');
  await other;
  cache.invalidate('g');
  const renewed = get('g', 'b');
  pending[3]!.resolve('b2');
  pending[1]!.resolve('b1');
  expect(await b).toBe('b1');
  expect(await renewed).toBe('b2');
  expect(await get('g', 'b')).toBe('b2');
  expect(await get('h', 'c')).toBe('c1');
  void get('g', 'a');
  expect(pending).toHaveLength(5);
});

test('failures and values that are not final are not cached', async () => {
  const {pending, get} = create({isFinal: (value) => value !== 'preliminary'});
  const failing = get('g', 'a');
  pending[0]!.reject(new Error('down'));
  await expect(failing).rejects.toThrow('down');
  const early = get('g', 'a');
  pending[1]!.resolve('preliminary');
  expect(await early).toBe('preliminary');
  const late = get('g', 'a');
  pending[2]!.resolve('final');
  await late;
  expect(await get('g', 'a')).toBe('final');
});

test('values expire', async () => {
  const {pending, get} = create({ttl: -1});
  const first = get('g', 'a');
  pending[0]!.resolve('one');
  await first;
  void get('g', 'a');
  expect(pending).toHaveLength(2);
});

test('the groups used least recently are dropped when the size limit is exceeded', async () => {
  const {pending, get} = create({maxSize: 3000});
  for (const group of ['g', 'h']) {
    const value = get(group, 'a');
    pending.at(-1)!.resolve('x'.repeat(1000));
    await value;
  }
  await get('g', 'a');
  const third = get('i', 'a');
  pending.at(-1)!.resolve('x'.repeat(1000));
  await third;
  expect(pending).toHaveLength(3);
  await get('g', 'a');
  expect(pending).toHaveLength(3);
  void get('h', 'a');
  expect(pending).toHaveLength(4);
});
