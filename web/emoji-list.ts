import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import sharp from 'sharp';
import type {Plugin} from 'vite';
import {POPULAR_EMOJI} from './popular-emoji.ts';
import type {EmojiFile, ListedEmoji} from './src/data/emoji/emoji-file.ts';
import {searchForm} from './src/data/emoji/local-words.ts';

interface Drawing {
  unified: string;
  sheet_x: number;
  sheet_y: number;
}

interface SourceEmoji extends Drawing {
  short_names: string[];
  category: string;
  sort_order: number;
  /** Keys are the code points of the skin tones, joined by hyphens. */
  skin_variations?: Record<string, Drawing>;
}

const ID = 'virtual:emoji-list';
/** The size of a picture in the sheet, including its border, in pixels. */
const EMOJI_PITCH = 34;

const resolve = (path: string) => createRequire(import.meta.url).resolve(path);
export const readJson = (path: string): unknown => JSON.parse(readFileSync(resolve(path), 'utf8'));

function characterOf({unified}: Drawing): string {
  return String.fromCodePoint(...unified.split('-').map((code) => Number.parseInt(code, 16)));
}

export const withoutSelectors = (character: string) => character.replaceAll('\ufe0f', '');

/** All emoji with the names that the server uses, with English keywords. */
export function listEmoji(): EmojiFile {
  const keywords = new Map(
    Object.entries(readJson('emojilib') as Record<string, string[]>).map(([character, words]) => [
      withoutSelectors(character),
      words,
    ]),
  );
  const all = (readJson('emoji-datasource/emoji.json') as SourceEmoji[])
    .filter(({category}) => category !== 'Component')
    .sort((a, b) => a.sort_order - b.sort_order)
    .map(
      ({short_names, category, skin_variations = {}, ...drawing}): ListedEmoji => [
        short_names,
        characterOf(drawing),
        category,
        drawing.sheet_x,
        drawing.sheet_y,
        usefulKeywords(keywords.get(withoutSelectors(characterOf(drawing))) ?? [], short_names),
        ...Object.entries(skin_variations).map(([tones, variation]): [string, string, number, number] => [
          tones,
          characterOf(variation),
          variation.sheet_x,
          variation.sheet_y,
        ]),
      ],
    );
  return {all, popular: POPULAR_EMOJI};
}

/** Variants such as `man-bowing`. The same emoji without a gender has the keywords. */
const GENDERED = /^(?:(?:wo)?man|(?:fe)?male)-/;
/** The maximum number of words in a keyword. Longer ones are descriptions instead of search terms. */
const MAX_WORDS = 3;

/** No smileys such as `:D`, and single letters only in scripts in which they can be words. */
const KEYWORD = /^(?:[\p{L}\p{N}][\p{L}\p{N}_.'’]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])$/u;

/**
 * Keywords in the form of names, without those that are found anyway: as the start of a word in a name, or as words in a
 * longer keyword. Each is between underscores.
 */
export function usefulKeywords(keywords: readonly string[], names: readonly string[]): string {
  if (GENDERED.test(names[0]!)) return '';
  const inNames = names.map((name) => `_${name.replaceAll('-', '_')}`);
  const written = keywords
    .map(searchForm)
    .filter((keyword) => KEYWORD.test(keyword))
    .filter((keyword) => keyword.split('_').length <= MAX_WORDS);
  const all = [...new Set(written)].filter(
    (keyword) => !inNames.some((name) => name.includes(`_${keyword}`)),
  );
  return all
    .filter((one) => !all.some((other) => other !== one && `_${other}_`.includes(`_${one}_`)))
    .map((keyword) => `_${keyword}_`)
    .join('');
}

/**
 * `virtual:emoji-list`: the list of all emoji, and a sheet of pictures (Noto Emoji) for browsers without a color emoji
 * font.
 */
export function emojiList(): Plugin {
  return {
    name: 'emoji-list',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(source) {
      if (source !== `\0${ID}`) return undefined;
      const sheet = sharp(resolve('emoji-datasource/img/google/sheets/32.png'));
      const {width} = await sheet.metadata();
      const pictures = this.emitFile({
        type: 'asset',
        name: 'emoji.webp',
        source: await sheet.webp({quality: 75, alphaQuality: 80}).toBuffer(),
      });
      // JSON instead of a script: the browser parses it faster, and in parallel with the page's scripts.
      const data = this.emitFile({type: 'asset', name: 'emoji.json', source: JSON.stringify(listEmoji())});
      return [
        `export const listUrl = import.meta.ROLLUP_FILE_URL_${data};`,
        `export const sheet = {url: import.meta.ROLLUP_FILE_URL_${pictures}, columns: ${width / EMOJI_PITCH}};`,
      ].join('\n');
    },
  };
}
