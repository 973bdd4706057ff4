import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {parseMarkdown, type Token} from './parse.ts';
import {SOURCE_STYLES, type SourceStyle, styleSource} from './source-styles.ts';

interface Piece {
  text: string;
  styles: readonly SourceStyle[];
}

/** A text in pieces that have the same styles. */
function pieces(text: string): Piece[] {
  const found = Array.from({length: text.length}, () => new Set<SourceStyle>());
  styleSource(text, (start, end, style) => {
    expect(0 <= start && start < end && end <= text.length).toBe(true);
    for (let at = start; at < end; at++) found[at]!.add(style);
  });
  const all: Piece[] = [];
  for (const [at, set] of found.entries()) {
    const styles = SOURCE_STYLES.filter((style) => set.has(style));
    const last = all.at(-1);
    if (last?.styles.join() === styles.join()) last.text += text[at];
    else all.push({text: text[at]!, styles});
  }
  return all;
}

/** The styled pieces of a text as `styles:text`. */
const styled = (text: string) =>
  pieces(text)
    .filter(({styles}) => styles.length > 0)
    .map(({text: piece, styles}) => `${styles.join('+')}:${piece}`);

describe('styles of Markdown source', () => {
  test.each([
    ['so **bold** it', ['mark:**', 'strong:bold', 'mark:**']],
    [
      '_a **b** c_',
      [
        'mark:_',
        'emphasis:a ',
        'emphasis+mark:**',
        'strong+emphasis:b',
        'emphasis+mark:**',
        'emphasis: c',
        'mark:_',
      ],
    ],
    ['~~no~~ and ~town-square', ['mark:~~', 'strike:no', 'mark:~~', 'mention:~town-square']],
    ['snake_case_name 2 * 3 * 4 5 ~ 6', []],
    [
      '`**a**` ``b`c``',
      ['code+mark:`', 'code:**a**', 'code+mark:`', 'code+mark:``', 'code:b`c', 'code+mark:``'],
    ],
    ['`open and \\*text\\*', ['mark:\\', 'mark:\\']],
    ['**two\nlines**', ['mark:**', 'strong:two\nlines', 'mark:**']],
    ['**two\n\nparagraphs**', []],
    ['@ann.b, @all. a@b.c', ['mention:@ann.b', 'mention:@all']],
    ['#release is #1', ['mention:#release']],
    [':tada: at 10:30:00', ['emoji::tada:']],
    ['see https://a.example/b_c_d, (www.b.example)', ['link:https://a.example/b_c_d', 'link:www.b.example']],
    [
      '[**a** b](https://a.example "t")',
      ['mark:[', 'link+mark:**', 'strong+link:a', 'link+mark:**', 'link: b', 'mark:](https://a.example "t")'],
    ],
    ['![a](b) [c] d](e f)', ['mark:![', 'link:a', 'mark:](b)']],
    ['# Title _x_', ['mark:#', 'strong: Title ', 'strong+mark:_', 'strong+emphasis:x', 'strong+mark:_']],
    ['#no', ['mention:#no']],
    ['- [x] a\n  1. b', ['mark:- [x]', 'mark:  1.']],
    ['a\n---\n-b', ['mark:---']],
    ['> a @bob\nand\n\nb', ['quote+mark:> ', 'quote:a ', 'quote+mention:@bob', 'quote:and']],
    [
      '```ts\n**a**\n> b\n```\n**c**',
      ['code+mark:```ts', 'code:**a**', 'code:> b', 'code+mark:```', 'mark:**', 'strong:c', 'mark:**'],
    ],
    ['> ~~~\n> a\nb', ['quote+mark:> ', 'quote+code+mark:~~~', 'quote+mark:> ', 'quote+code:a']],
  ])('in %j are %j', (text, expected) => {
    expect(styled(text)).toEqual(expected);
  });

  const SOURCE = fc.array(
    fc.constantFrom(
      ...'**__~~``[]()<>!#@:\\|-+.1a \n\t"',
      '```',
      '~~~',
      '\n> ',
      '\n- ',
      ' https://a',
      'ض',
      '👍🏽',
      '日',
    ),
    {maxLength: 80},
  );

  test('styles are parts of any text', () => {
    const text = fc.oneof(
      SOURCE.map((parts) => parts.join('')),
      fc.string({unit: 'binary'}),
    );
    fc.assert(fc.property(text, (any) => void pieces(any)));
  });

  test('emphasis is where the parser of messages finds it', () => {
    // A letter first, so that it isn't a list.
    const emphasis = fc
      .array(fc.constantFrom(...'***___~~~ab .'), {maxLength: 24})
      .map((parts) => `a${parts.join('')}`);
    fc.assert(
      fc.property(emphasis, (text) => {
        const shown = pieces(text)
          .filter(({styles}) => !styles.includes('mark'))
          .map(({text: piece, styles}) => ({
            text: piece,
            styles: styles.filter((style) => style !== 'mention'),
          }));
        expect(joined(shown)).toEqual(joined(rendered(text)));
      }),
      {numRuns: 2000},
    );
  });

  test.each([
    '*',
    '_',
    '~',
    '`',
    '[',
    '](',
    '](a(b)',
    '**a',
    '*a_',
    '`a``',
    '> ',
    '\\',
    'www.a',
    'https://',
    '[a](b',
    '#a.',
    ':a',
    '@a-',
  ])('a text full of %j takes linear time', (part) => {
    let last = 0;
    // Quadratic time would be hours.
    styleSource(part.repeat(500_000 / part.length), (_, end) => {
      last = end;
    });
    expect(last).toBeLessThanOrEqual(500_000);
  });
});

/** Adjacent parts with the same styles as one, without white space at the ends of lines, which isn't rendered. */
function joined(parts: readonly Piece[]): string[] {
  const all: [string, string][] = [];
  for (const {text, styles} of parts) {
    const key = styles.join('+');
    const last = all.at(-1);
    if (last?.[0] === key) last[1] += text;
    else if (text !== '') all.push([key, text]);
  }
  return all
    .map(([key, text]) => `${key}:${text}`)
    .map((part, index) => (index === all.length - 1 ? part.trimEnd() : part))
    .filter((part) => part !== ':');
}

const OPENED: Readonly<Record<string, SourceStyle>> = {strong: 'strong', em: 'emphasis', s: 'strike'};

/** The text of a message as it is shown. */
function rendered(text: string): Piece[] {
  const depth = {strong: 0, emphasis: 0, strike: 0};
  const parts: Piece[] = [];
  const tokens: Token[] = parseMarkdown(text).flatMap((token) => token.children ?? []);
  for (const {type, content, markup} of tokens) {
    const [, name, side] = /^(strong|em|s)_(open|close)$/.exec(type) ?? [];
    if (name) depth[OPENED[name] as keyof typeof depth] += side === 'open' ? 1 : -1;
    else {
      const styles = (['strong', 'emphasis', 'strike'] as const).filter((style) => depth[style] > 0);
      parts.push({text: type === 'text' ? content : markup || content, styles});
    }
  }
  return parts;
}
