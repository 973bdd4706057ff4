export interface SystemEmoji {
  names: readonly string[];
  character: string;
  category: string;
  /** The position of its picture in the sheet. */
  column: number;
  row: number;
  /**
   * Words that aren't in its names, in English and, if they are loaded, in the language of the page. Each is between
   * underscores and in the form of `searchForm`: `_awesome__thumbs_up_`.
   */
  keywords: string;
  /** The position among popular emoji. */
  popularity: number;
  /** Words that count like its names; only popular emoji have some. */
  words: readonly string[];
  /** Its name in the language of the page, in the form of `searchForm`; empty in English, and until it is loaded. */
  localName: string;
}

/** The file with all emoji. */
export interface EmojiFile {
  all: ListedEmoji[];
  /** The names of popular emoji, most popular first, each with its words. */
  popular: readonly (readonly string[])[];
}

/**
 * Names, the character itself, the category, the position in the sheet, keywords, and the same emoji in other skin
 * tones.
 */
export type ListedEmoji = [
  names: string[],
  character: string,
  category: string,
  column: number,
  row: number,
  keywords: string,
  ...toned: [tones: string, character: string, column: number, row: number][],
];

/** The words for skin tones in names, as on the server: `+1_medium_skin_tone`. */
export const TONES: Readonly<Record<string, string>> = {
  '1F3FB': 'light_skin_tone',
  '1F3FC': 'medium_light_skin_tone',
  '1F3FD': 'medium_skin_tone',
  '1F3FE': 'medium_dark_skin_tone',
  '1F3FF': 'dark_skin_tone',
};

/** The emoji of the file, without those in other skin tones. */
export function readEmoji({all, popular}: EmojiFile): SystemEmoji[] {
  const places = new Map(popular.map(([name, ...words], popularity) => [name, {popularity, words}]));
  return all.map(([names, character, category, column, row, keywords]) => ({
    names,
    character,
    category,
    column,
    row,
    keywords,
    localName: '',
    ...(places.get(names[0]) ?? {popularity: Number.POSITIVE_INFINITY, words: []}),
  }));
}
