import {afterEach, expect, test} from 'vitest';
import {LANGUAGES} from '../../../server/src/platform/languages/languages.ts';
import {$language} from './language.ts';
import {count} from './numbers.ts';

afterEach(() => $language.set(undefined));

test.each(LANGUAGES)('counts in %s are those of its format', (language) => {
  $language.set(language);
  const format = new Intl.NumberFormat(language);
  // Texts with a number, such as `3 replies`, rely on this too (web/without-intl.ts).
  for (let number = 0; number < 1_100; number++) expect(count(number)).toBe(format.format(number));
  for (const number of [-1, 0.5, 12_345]) expect(count(number)).toBe(format.format(number));
});
