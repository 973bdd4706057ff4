import {expect, test} from 'vitest';
import {createReadThroughCache} from './read-through-cache.ts';

function source() {
  const pending: {
    key: string;
    resolve: (value: {text: string} | undefined) => void;
    reject: (e: Error) => void;
  }[] = [];
  return {
    pending,
    read: (key: string) =>
      new Promise<{text: string} | undefined>((resolve, reject) => pending.push({key, resolve, reject})),
  };
}

test('concurrent callers share one read, and a cached value is not read again', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const both = [cache.get('a'), cache.get('a')];
  pending[0]!.resolve({text: 'one'});
  expect(await Promise.all(both)).toEqual([{text: 'one'}, {text: 'one'}]);
  expect(await cache.get('a')).toEqual({text: 'one'});
  expect(pending).toHaveLength(1);
});

test('does not cache a value that was invalidated while it was being read', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const old = cache.get('a');
  cache.invalidate('a');
  const renewed = cache.get('a');
  pending[1]!.resolve({text: 'new'});
  pending[0]!.resolve({text: 'old'});
  expect(await old).toEqual({text: 'old'});
  expect(await renewed).toEqual({text: 'new'});
  expect(await cache.get('a')).toEqual({text: 'new'});
});

test('invalidates matching values and everything that is being read', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const cached = [cache.get('a'), cache.get('b')];
  pending[0]!.resolve({text: 'one'});
  pending[1]!.resolve({text: 'two'});
  await Promise.all(cached);
  const inFlight = cache.get('c');
  cache.invalidateWhere(({text}) => text === 'one');
  pending[2]!.resolve({text: 'perhaps one'});
  expect(await inFlight).toEqual({text: 'perhaps one'});
  for (const key of ['a', 'b', 'c']) void cache.get(key);
  expect(pending.slice(3).map(({key}) => key)).toEqual(['a', 'c']);
});

test('does not cache failures or missing values', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const failing = cache.get('a');
  pending[0]!.reject(new Error('down'));
  await expect(failing).rejects.toThrow('down');
  const absent = cache.get('a');
  pending[1]!.resolve(undefined);
  expect(await absent).toBeUndefined();
  const found = cache.get('a');
  pending[2]!.resolve({text: 'here'});
  expect(await found).toEqual({text: 'here'});
});

test('evicts the least recently used values when the size limit is exceeded', async () => {
  const reads: string[] = [];
  const cache = createReadThroughCache({
    maxSize: 5,
    sizeOf: (value: {text: string}) => value.text.length,
    read: async (key) => {
      reads.push(key);
      return {text: key};
    },
  });
  await cache.get('aaa');
  await cache.get('bbb');
  await cache.get('bbb');
  await cache.get('aaa');
  expect(reads).toEqual(['aaa', 'bbb', 'aaa']);
});
