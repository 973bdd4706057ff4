import {expect, test} from 'vitest';
import {addressesIn, isAddress} from './email-addresses.ts';

test.each([
  ['', []],
  ['ana@example.com', ['ana@example.com']],
  [
    ' ana@example.com, BEN@example.com;\ncat@example.com\tana@example.com ',
    ['ana@example.com', 'ben@example.com', 'cat@example.com'],
  ],
  ['Ana Lima <ana@example.com>, "Ben, B." <ben@example.com>', ['ana@example.com', 'ben@example.com']],
  ['ana ben@example.com', ['ana', 'ben@example.com']],
])('the addresses in %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

test('an address has text around one @, and at most 128 characters', () => {
  expect(['ana@example.com', 'a@b'].every(isAddress)).toBe(true);
  const none = ['ana', 'ana@', '@example.com', 'a@b@c', `${'a'.repeat(120)}@example.com`];
  expect(none.some(isAddress)).toBe(false);
});
