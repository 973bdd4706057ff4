// Shared with the web client, so it must not import Node.js modules.

/** The language of the texts in the source code. */
export const SOURCE_LANGUAGE = 'en';

/** The languages of the web client and of the server's texts, as values of a user's `locale` (docs/translating.md). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-CN', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether texts of the language run from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar';
}

/** What is between two sentences: Japanese and Chinese have no space after `。`. */
export function sentenceSpace(language: string): '' | ' ' {
  return language === 'ja' || language === 'zh-CN' ? '' : ' ';
}

/** A language's name in that language: `Deutsch`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], {type: 'language', languageDisplay: 'standard'}).of(
    language,
  )!;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/**
 * The first of `wanted` that is available and in `allowed`, or a similar language: `de` for `de-AT`, and `pt-BR` for
 * `pt`. An empty `allowed` allows all languages.
 */
export function matchLanguage(
  wanted: readonly (string | undefined)[],
  allowed: readonly string[] = [],
): Language | undefined {
  const offered = LANGUAGES.filter((language) => allowed.length === 0 || allowed.includes(language));
  for (const name of wanted) {
    if (!name) continue;
    const tag = name.replace('_', '-');
    const match =
      offered.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      offered.find((language) => baseOf(language) === baseOf(tag));
    if (match) return match;
  }
  return undefined;
}

function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0]!;
}
