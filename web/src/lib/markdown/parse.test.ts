import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {excerpt, isOnlyEmoji, parseMarkdown, type Token} from './parse.ts';

function inline(text: string): Token[] {
  return parseMarkdown(text).flatMap((token) => token.children ?? []);
}

const found = (text: string, type: string) =>
  inline(text)
    .filter((token) => token.type === type)
    .map((token) => token.content);

describe('Markdown of messages', () => {
  test.each([
    ['hi @ann.b, ok', 'mention', ['ann.b']],
    ['(@all)', 'mention', ['all']],
    ['mail a@example.com', 'mention', []],
    ['`@ann` @bob', 'mention', ['bob']],
    ['go to ~town-square now', 'channel', ['town-square']],
    ['~~gone~~', 'channel', []],
    ['#release-5 is out', 'hashtag', ['#release-5']],
    ['see #1', 'hashtag', []],
    [':+1: and :white_check_mark:', 'emoji', ['+1', 'white_check_mark']],
    ['at 10:30:00', 'emoji', []],
  ])('finds in %j as %s %j', (text, type, contents) => {
    expect(found(text, type)).toEqual(contents);
  });

  test.each([
    ['Nice :) really :-D, thanks <3', ['🙂', '😄', '❤️']],
    ["**so** ;) (:p) :'( </3", ['😉', '😛', '😢', '💔']],
    ['a:) 8:) http:/ C:/x :Do x<3 :D:', []],
    ['`:)` and\n\n    :)', []],
  ])('shows the emoticons in %j as emoji', (text, contents) => {
    expect(found(text, 'emoji_character')).toEqual(contents);
  });

  test.each([
    ['see https://example.com/a_b_c.', 'https://example.com/a_b_c'],
    ['www.example.com/x', 'http://www.example.com/x'],
    ['[x](https://example.com)', 'https://example.com'],
  ])('turns %j into a link', (text, href) => {
    expect(
      inline(text)
        .find(({type}) => type === 'link_open')
        ?.attrGet('href'),
    ).toBe(href);
  });

  test.each(['read main.rs and app.py', 'version 1.2.3'])('finds no link in %j', (text) => {
    expect(inline(text).some(({type}) => type === 'link_open')).toBe(false);
  });

  test('shows HTML as text', () => {
    const tokens = parseMarkdown('<script>alert(1)</script> <b>x</b>');
    expect(tokens.flatMap((token) => [token, ...(token.children ?? [])]).map(({type}) => type)).not.toContain(
      'html_block',
    );
    expect(inline('<b>x</b>').every(({type}) => type === 'text')).toBe(true);
  });

  test('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 200}), (text) => {
        parseMarkdown(text);
        excerpt(text);
      }),
    );
  });

  test.each([
    [':tada:', true],
    [':tada: :heart:', true],
    ['👍', true],
    ['👍🏽 :tada:', true],
    ['👍 ok', false],
    [':tada: done', false],
    [':a::b::c::d:', false],
    ['1', false],
  ])('knows whether %j contains only emoji', (text, only) => {
    expect(isOnlyEmoji(parseMarkdown(text))).toBe(only);
  });

  test.each([
    ['![a b](https://x.io/a.png =200x100)', ['https://x.io/a.png', '200', '100', 'a b']],
    ['![](https://x.io/a.png =200)', ['https://x.io/a.png', '200', null, '']],
    ['![](https://x.io/a.png =x100 "title")', ['https://x.io/a.png', null, '100', '']],
  ])('reads the size of the image in %j', (text, expected) => {
    const image = inline(text).find(({type}) => type === 'image')!;
    expect([...['src', 'width', 'height'].map((name) => image.attrGet(name)), image.content]).toEqual(
      expected,
    );
  });

  test.each([
    ['thanks 👍🏽!', ['👍🏽']],
    ['👨‍👩‍👧 and 🇩🇪🇫🇷', ['👨‍👩‍👧', '🇩🇪', '🇫🇷']],
    ['❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', ['❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']],
    ['© 2026, 10 # *', []],
    ['`👍`', []],
  ])('finds the emoji in %j', (text, contents) => {
    expect(found(text, 'emoji_character')).toEqual(contents);
  });

  test.each([
    ['Area: $\\pi r^2$.', ['\\pi r^2']],
    ['$a$ and $b_1 + c_2$', ['a', 'b_1 + c_2']],
    ['for $5 or $6, and US$7 or $8', []],
    ['$HOME/$USER, $ x $, $$', []],
    ['\\$x$ and `$y$`', []],
    ['$\\text{\\$5}$', ['\\text{\\$5}']],
  ])('finds the formulas in %j if they are enabled', (text, contents) => {
    const formulas = (enabled: boolean) =>
      parseMarkdown(text, enabled)
        .flatMap(({children}) => children ?? [])
        .filter(({type}) => type === 'formula')
        .map(({content}) => content);
    expect(formulas(true)).toEqual(contents);
    expect(formulas(false)).toEqual([]);
  });

  test('returns plain text for previews', () => {
    expect(excerpt('# Title\n\n**bold** [link](https://x.y)\nnext @ann :tada:')).toBe(
      'Title bold link next @ann :tada:',
    );
  });
});
