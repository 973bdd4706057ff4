import {describe, expect, test} from 'vitest';
import {searchTarget} from './search-input.ts';

describe('the part that is being typed', () => {
  test.each([
    ['', {filter: undefined, term: ''}],
    ['dep', {filter: undefined, term: 'dep'}],
    ['deploy fr', {filter: undefined, term: 'fr'}],
    ['deploy from:', {filter: 'from', term: ''}],
    ['deploy from:an', {filter: 'from', term: 'an'}],
    ['-in:town', {filter: 'in', term: 'town'}],
    ['on:2026', {filter: 'on', term: '2026'}],
    ['from:anna ', {filter: undefined, term: ''}],
  ])('%j', (text, expected) => {
    expect(searchTarget(text, text.length)).toMatchObject(expected);
  });
});
