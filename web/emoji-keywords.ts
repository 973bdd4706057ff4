import type {Plugin} from 'vite';
import {LANGUAGES, type Language, SOURCE_LANGUAGE} from '../server/src/platform/languages/languages.ts';
import {listEmoji, readJson, usefulKeywords, withoutSelectors} from './emoji-list.ts';
import type {EmojiFile} from './src/data/emoji/emoji-file.ts';
import {type LocalWords, searchForm} from './src/data/emoji/local-words.ts';

/** A file of the Unicode CLDR: by character without variation selectors, its keywords and its name. */
interface AnnotationsFile {
  annotations: {annotations: Record<string, {default: string[]; tts?: string[]}>};
}

const ID = 'virtual:emoji-keywords';
/** 🇦, the first of 26 letters that flags consist of. */
const FIRST_INDICATOR = 0x1f1e6;

/** The words for each emoji in a language other than English, in the order of the file. */
export function listKeywords({all}: EmojiFile, language: Language): LocalWords[] {
  // The CLDR calls Brazilian Portuguese `pt`, and simplified Chinese `zh`.
  const name = new Intl.Locale(language).language;
  const file = readJson(`cldr-annotations-full/annotations/${name}/annotations.json`) as AnnotationsFile;
  const regions = new Intl.DisplayNames([language], {type: 'region', fallback: 'none'});
  return all.map(([names, character]) => {
    const region = regionOfFlag(character);
    const {tts, default: keywords = []} = file.annotations.annotations[withoutSelectors(character)] ?? {};
    const name = searchForm((region ? regions.of(region) : tts?.[0]) ?? '');
    return [name, usefulKeywords(keywords, [...names, name])];
  });
}

/** The code of the country or region of a flag: `DE`. */
function regionOfFlag(character: string): string | undefined {
  if (!/^\p{RI}{2}$/u.test(character)) return undefined;
  const letters = [...character].map((letter) => letter.codePointAt(0)! - FIRST_INDICATOR);
  return String.fromCharCode(...letters.map((letter) => letter + 'A'.charCodeAt(0)));
}

/** `virtual:emoji-keywords`: for each language other than English, a list of the names and keywords of all emoji. */
export function emojiKeywords(): Plugin {
  return {
    name: 'emoji-keywords',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load(source) {
      if (source !== `\0${ID}`) return undefined;
      const file = listEmoji();
      const urls = LANGUAGES.filter((language) => language !== SOURCE_LANGUAGE).map((language) => {
        const list = this.emitFile({
          type: 'asset',
          name: `emoji-keywords-${language}.json`,
          source: JSON.stringify(listKeywords(file, language)),
        });
        return `${JSON.stringify(language)}: import.meta.ROLLUP_FILE_URL_${list}`;
      });
      return `export const keywordUrls = {${urls.join(', ')}};`;
    },
  };
}
