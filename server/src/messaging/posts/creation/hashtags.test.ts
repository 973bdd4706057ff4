import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findHashtags} from './hashtags.ts';

test.each<[string, string]>([
  ['no tags here', ''],
  ['#one and #two', '#one #two'],
  ['(#one), "#two"! #three.', '#one #two #three'],
  ['#dashed-tag #dotted.tag #under_score', '#dashed-tag #dotted.tag #under_score'],
  ['#1digit #-dash ## # #a', ''],
  ['#a1', '#a1'],
  ['#Großes #日本語 #été', '#Großes #日本語 #été'],
  ['a#b c#', ''],
  ['line\n#next\ttab', '#next'],
  ['#tag😀 😀#tag2', '#tag #tag2'],
  ['#twice #twice', '#twice #twice'],
])('%s', (message, expected) => {
  expect(findHashtags(message)).toBe(expected);
});

test("hashtags that don't fit into the column are dropped", () => {
  const tag = `#${'x'.repeat(400)}`;
  expect(findHashtags(`${tag} ${tag} ${tag}`)).toBe(`${tag} ${tag}`);
});

test('any text results in valid hashtags of at most 1,000 characters, in linear time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('#', 'a', '-', '.', ' ', '!', 'é'), fc.string())),
      (parts) => {
        const found = findHashtags(parts.join(''));
        expect(found.length).toBeLessThanOrEqual(1000);
        for (const tag of found.split(' ').filter(Boolean))
          expect(tag).toMatch(/^#\p{L}[\p{L}\d\-_.]*[\p{L}\d]$/u);
      },
    ),
  );
  findHashtags(`#${'!'.repeat(100_000)}a${'!'.repeat(100_000)}`);
  findHashtags(`#a${'-'.repeat(100_000)}`);
});
