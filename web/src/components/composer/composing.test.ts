import {describe, expect, test} from 'vitest';
import {complete, completionTarget} from './completion.ts';
import {isInCodeBlock, makeLink, toggleLines, toggleMarks} from './formatting.ts';

describe('the completed part of the text', () => {
  test.each([
    ['@an', {kind: 'mention', term: 'an', start: 0, end: 3}],
    ['hello @', {kind: 'mention', term: '', start: 6, end: 7}],
    ['see ~town', {kind: 'channel', term: 'town', start: 4, end: 9}],
    ['nice :ta', {kind: 'emoji', term: 'ta', start: 5, end: 8}],
    ['/rem', {kind: 'command', term: 'rem', start: 0, end: 4}],
  ])('in %j', (text, target) => {
    expect(completionTarget(text, text.length)).toEqual(target);
  });

  test.each(['mail@example', 'at 10:30', 'and/or', 'a ~ b', 'text\n/no'])('nothing in %j', (text) => {
    expect(completionTarget(text, text.length)).toBeUndefined();
  });

  test('replaces the typed part, followed by one space', () => {
    const target = {kind: 'mention', term: 'an', start: 3, end: 6} as const;
    expect(complete('hi @an', target, '@anna')).toEqual({text: 'hi @anna ', cursor: 9});
    expect(complete('hi @an there', target, '@anna')).toEqual({text: 'hi @anna there', cursor: 9});
  });
});

describe('formatting', () => {
  test('recognizes an unclosed code block', () => {
    expect(isInCodeBlock('```js\nlet', 9)).toBe(true);
    expect(isInCodeBlock('```\na\n```\n', 10)).toBe(false);
    expect(isInCodeBlock('a ``` b', 7)).toBe(false);
  });

  test('adds markers around the selection and removes them again', () => {
    const bold = toggleMarks({text: 'one two', start: 4, end: 7}, '**');
    expect(bold).toEqual({text: 'one **two**', start: 6, end: 9});
    expect(toggleMarks(bold, '**')).toEqual({text: 'one two', start: 4, end: 7});
  });

  test('marks whole lines', () => {
    const list = toggleLines({text: 'a\nb\nc', start: 0, end: 3}, '- ');
    expect(list.text).toBe('- a\n- b\nc');
    expect(toggleLines(list, '- ').text).toBe('a\nb\nc');
  });

  test('creates a link with the cursor at the missing part', () => {
    const named = makeLink({text: 'docs', start: 0, end: 4});
    expect(named.text).toBe('[docs](https://)');
    expect(named.text.slice(0, named.start)).toBe('[docs](https://');
    const address = makeLink({text: 'https://a.b', start: 0, end: 11});
    expect(address).toEqual({text: '[](https://a.b)', start: 1, end: 1});
  });
});
