import {atom} from 'nanostores';
import {expect, test} from 'vitest';
import {atomFamily, updateIfLoaded} from './atom-family.ts';

test('a changed value notifies only the subscribers of its key', () => {
  const $value = atomFamily(() => atom<number | undefined>());
  const keys = Array.from({length: 10_000}, (_, number) => `key ${number}`);
  const told: string[] = [];
  for (const [number, key] of keys.entries()) {
    $value(key).set(number);
    $value(key).listen(() => told.push(key));
  }
  updateIfLoaded($value('key 5000'), (value) => value + 1);
  expect($value('key 5000').get()).toBe(5001);
  expect(told).toEqual(['key 5000']);
});

test('a missing value is not changed, and subscribers are notified when it is set', () => {
  const $value = atomFamily(() => atom<number | undefined>());
  const told: (number | undefined)[] = [];
  $value('a').listen((value) => void told.push(value));
  updateIfLoaded($value('a'), (value) => value + 1);
  $value('a').set(1);
  expect(told).toEqual([1]);
});
