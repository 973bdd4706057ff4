import {atom} from 'nanostores';
import {type Language, SOURCE_LANGUAGE} from '../../../server/src/platform/languages/languages.ts';

/** The language of the page; undefined until its texts are loaded. */
export const $language = atom<Language | undefined>(undefined);

/** The language of the page, for dates, numbers and sorting. */
export function language(): Language {
  return $language.get() ?? SOURCE_LANGUAGE;
}
