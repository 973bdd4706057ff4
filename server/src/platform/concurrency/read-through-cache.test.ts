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

test('reads once for callers that come together, and never again while it is known', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const both = [cache.get('a'), cache.get('a')];
  pending[0]!.resolve({text: 'one'});
  expect(await Promise.all(both)).toEqual([{text: 'one'}, {text: 'one'}]);
  expect(await cache.get('a')).toEqual({text: 'one'});
  expect(pending).toHaveLength(1);
});

test('keeps nothing that was read before it was said to have changed', async () => {
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

test('forgets what answers a description, and keeps nothing that was being read meanwhile', async () => {
  const {pending, read} = source();
  const cache = createReadThroughCache({maxSize: 10, read});
  const known = [cache.get('a'), cache.get('b')];
  pending[0]!.resolve({text: 'one'});
  pending[1]!.resolve({text: 'two'});
  await Promise.all(known);
  const underWay = cache.get('c');
  cache.invalidateWhere(({text}) => text === 'one');
  pending[2]!.resolve({text: 'perhaps one'});
  expect(await underWay).toEqual({text: 'perhaps one'});
  for (const key of ['a', 'b', 'c']) void cache.get(key);
  expect(pending.slice(3).map(({key}) => key)).toEqual(['a', 'c']);
});

test('keeps neither failures nor absences', async () => {
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

test('drops what was used longest ago once the sizes exceed the bound', async () => {
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
