import {describe, expect, test} from 'vitest';
import {complete} from './completing.ts';
import {completionTarget} from './completion.ts';
import {continueLine, makeLink, pasted, toggleLines, toggleMarks} from './formatting.ts';
import {moveItems} from './list-levels.ts';
import {isInCodeBlock} from './text-selection.ts';

describe('the completed part of the text', () => {
  test.each([
    ['@an', {kind: 'mention', term: 'an', start: 0, end: 3}],
    ['hello @', {kind: 'mention', term: '', start: 6, end: 7}],
    ['hi @anna sch', {kind: 'mention', term: 'anna sch', start: 3, end: 12}],
    ['see ~town', {kind: 'channel', term: 'town', start: 4, end: 9}],
    ['nice :ta', {kind: 'emoji', term: 'ta', start: 5, end: 8}],
    ['schön :kä', {kind: 'emoji', term: 'kä', start: 6, end: 9}],
    ['：心', {kind: 'emoji', term: '心', start: 0, end: 2}],
    ['+:ta', {kind: 'emoji', term: 'ta', start: 1, end: 4}],
    ['/rem', {kind: 'command', term: 'rem', start: 0, end: 4}],
    ['/invite @an', {kind: 'mention', term: 'an', start: 8, end: 11}],
    ['/header the', {kind: 'command', term: 'header the', start: 0, end: 11}],
  ])('in %j', (text, target) => {
    expect(completionTarget(text, text.length)).toEqual(target);
  });

  test.each([
    '@anna ',
    'hi @anna are you there',
    'mail@example',
    'at 10:30',
    'so :a',
    'and/or',
    'a ~ b',
    'text\n/no',
  ])('nothing in %j', (text) => {
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

  test('leaves selected spaces outside of the markers, where Markdown needs them', () => {
    const bold = toggleMarks({text: 'one two three', start: 3, end: 8}, '**');
    expect(bold).toEqual({text: 'one **two** three', start: 6, end: 9});
    const all = toggleMarks({text: 'one **two** three', start: 4, end: 12}, '**');
    expect(all).toEqual({text: 'one two three', start: 4, end: 7});
  });

  test('removes selected markers', () => {
    const all = {text: 'one **two**', start: 4, end: 11};
    expect(toggleMarks(all, '**')).toEqual({text: 'one two', start: 4, end: 7});
  });

  test.each([
    ['**bold', '**', '**'],
    ['so **very bold', '**', '**'],
    ['snake_case _it', '_', '_'],
    ['(`code', '`', '`) '],
  ])('leaves marked text at its end: %s', (before, mark, after) => {
    const text = before + after;
    const start = before.length;
    const end = start + mark.length;
    expect(toggleMarks({text, start, end: start}, mark)).toEqual({text, start: end, end});
  });

  test.each([
    ['**bold** and', '**'],
    ['snake_case', '_'],
    ['**bold\n', '**'],
    ['', '**'],
  ])('begins marked text after %j', (before, mark) => {
    const at = before.length;
    const cursor = at + mark.length;
    expect(toggleMarks({text: before, start: at, end: at}, mark)).toEqual({
      text: before + mark + mark,
      start: cursor,
      end: cursor,
    });
  });

  test.each([
    ['**', '- one\n- [ ] two\n\n> three', '- **one**\n- [ ] **two**\n\n> **three**'],
    ['_', 'one\n2. two', '_one_\n2. _two_'],
    ['`', 'let a\nlet b', '```\nlet a\nlet b\n```'],
    ['`', 'a\n```\nb', '````\na\n```\nb\n````'],
  ])('adds %s to several lines and removes it again', (mark, plain, marked) => {
    const once = toggleMarks({text: plain, start: 0, end: plain.length}, mark);
    expect(once.text).toBe(marked);
    expect(toggleMarks(once, mark)).toEqual({text: plain, start: 0, end: plain.length});
    expect(toggleMarks({text: marked, start: 0, end: marked.length}, mark).text).toBe(plain);
  });

  test('puts a code block on lines of its own', () => {
    const {text} = toggleMarks({text: 'See a\nb there', start: 4, end: 7}, '`');
    expect(text).toBe('See \n```\na\nb\n```\n there');
  });

  test('keeps the indentation of the first line in a code block', () => {
    const code = '\n    if (wet)\n      sail()\n';
    const {text, ...selection} = toggleMarks({text: code, start: 0, end: code.length}, '`');
    expect(text).toBe('\n```\n    if (wet)\n      sail()\n```\n');
    expect(toggleMarks({text, ...selection}, '`').text).toBe(code);
  });

  test('marks whole lines', () => {
    const list = toggleLines({text: 'a\nb\nc', start: 0, end: 3}, 'bullet');
    expect(list.text).toBe('- a\n- b\nc');
    expect(toggleLines(list, 'bullet').text).toBe('a\nb\nc');
  });

  test.each([
    ['number', 'a\n\nb', '1. a\n\n2. b'],
    ['number', '- a\n  - b\n  - c\n- d', '1. a\n  1. b\n  2. c\n2. d'],
    ['number', '1. a\n2. b', 'a\nb'],
    ['number', '', '1. '],
    ['bullet', '1. a\nb', '- a\n- b'],
    ['bullet', '- a\nb', '- a\n- b'],
    ['blockquote', '> a\n\nb', '> a\n> \n> b'],
    ['blockquote', '- a', '> - a'],
  ] as const)('makes a %s of the lines %j', (kind, text, changed) => {
    expect(toggleLines({text, start: 0, end: text.length}, kind).text).toBe(changed);
  });

  test.each([
    ['- a', '- a\n- '],
    ['  * a', '  * a\n  * '],
    ['- [x] a', '- [x] a\n- [ ] '],
    ['9. a', '9. a\n10. '],
    ['1) a', '1) a\n2) '],
    ['> a', '> a\n> '],
    // An empty item ends the list.
    ['- a\n- ', '- a\n'],
    ['> a\n> ', '> a\n'],
  ])('continues %j', (text, continued) => {
    const at = text.length;
    const end = continued.length;
    expect(continueLine({text, start: at, end: at})).toEqual({text: continued, start: end, end});
  });

  test('continues a list from the middle of its line', () => {
    const {text, start} = continueLine({text: '- one two', start: 6, end: 6})!;
    expect([text.slice(0, start), text.slice(start)]).toEqual(['- one \n- ', 'two']);
  });

  test.each(['a', '-a', '**bold**', '10:30', '```\n- a'])('does not continue %j', (text) => {
    expect(continueLine({text, start: text.length, end: text.length})).toBeUndefined();
  });

  test('creates a link with the cursor at the missing part', () => {
    const named = makeLink({text: 'docs', start: 0, end: 4});
    expect(named.text).toBe('[docs](https://)');
    expect(named.text.slice(0, named.start)).toBe('[docs](https://');
    const address = makeLink({text: 'https://a.b', start: 0, end: 11});
    expect(address).toEqual({text: '[](https://a.b)', start: 1, end: 1});
  });
});

test('pasted code gets a fence that it does not contain, on lines of its own', () => {
  const clipboard = {plain: 'a\n```\nb\n', html: '', editor: '{"mode":"markdown-math"}'};
  const {text, start} = pasted({text: 'See after', start: 4, end: 4}, clipboard);
  expect(text).toBe('See \n````markdown-math\na\n```\nb\n````\nafter');
  expect(text.slice(start)).toBe('after');
});

describe('levels of a list', () => {
  const moved = (text: string, direction: 'in' | 'out') =>
    moveItems({text, start: text.length, end: text.length}, direction)?.text;

  test.each([
    ['- a\n- b', '- a\n  - b'],
    ['- a\n  - b\n- c', '- a\n  - b\n  - c'],
    ['1. a\n2. b', '1. a\n   1. b'],
    ['1. a\n   1. b\n2. c', '1. a\n   1. b\n   2. c'],
    ['* a\n* [ ] b', '* a\n  * [ ] b'],
    ['- a\nmore of it\n- b', '- a\nmore of it\n  - b'],
  ])('%j and %j', (outer, inner) => {
    expect(moved(outer, 'in')).toBe(inner);
    expect(moved(inner, 'out')).toBe(outer);
  });

  test('end at the level within the item above', () => {
    expect(moved('- a\n  - b', 'in')).toBe('- a\n  - b');
    expect(moved('   - a', 'out')).toBe('- a');
  });

  test.each([
    ['in', '- a'],
    ['in', '- a\n\n- b'],
    ['in', 'a\n- b'],
    ['in', '- a\nb'],
    ['in', '```\n- a\n- b'],
    ['in', '> a\n> b'],
    ['out', '- a\n- b'],
  ] as const)('stay: %s in %j', (direction, text) => {
    expect(moved(text, direction)).toBeUndefined();
  });

  test('keep the selection, and what is within the selected items', () => {
    const text = '- a\n- b\n  - c\n- d';
    expect(moveItems({text, start: 6, end: 13}, 'in')).toEqual({
      text: '- a\n  - b\n    - c\n- d',
      start: 8,
      end: 17,
    });
  });
});
