import {globSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Plugin} from 'vite';
import {SOURCE_LANGUAGE} from '../server/src/platform/languages/languages.ts';

const INTL = /\/(react-aria(?:-components)?)\/dist\/private\/intl\/(.*?)\/?([a-z]{2}-[A-Z]{2})\.mjs$/;
const PLACES = 'virtual:react-aria-texts/places';
const LOADERS = 'virtual:react-aria-texts';
const REAL = '?real';

/**
 * React Aria imports its texts in thirty languages. This plugin leaves only the English ones in the first script.
 * `virtual:react-aria-texts` exports a function for each of `languages` that loads the texts of that language. React
 * Aria's language names include a region, such as `de-DE`.
 */
export function reactAriaTexts(languages: readonly string[]): Plugin {
  const packages = join(dirname(fileURLToPath(import.meta.resolve('react-aria/package.json'))), '..');
  const available = new Set(
    globSync(join(packages, 'react-aria/dist/private/intl/**/*.mjs')).map((file) => basename(file, '.mjs')),
  );
  const locales = languages
    .filter((language) => language !== SOURCE_LANGUAGE)
    .map((language) => {
      const locale = [...available].find((name) => name === language || name.startsWith(`${language}-`));
      if (!locale) throw new Error(`React Aria has no texts for ${language}.`);
      return locale;
    });
  return {
    name: 'react-aria-texts',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(LOADERS) ? `\0${source}` : undefined),
    load(id) {
      if (id === `\0${PLACES}`) {
        return 'const places = {}; export const place = (key) => (places[key] ??= {});';
      }
      if (id === `\0${LOADERS}`) {
        const loaders = locales.map((locale) => `'${locale}': () => import('${LOADERS}/${locale}')`);
        return `export default {${loaders.join(', ')}};`;
      }
      if (id.startsWith(`\0${LOADERS}/`)) return textsOf(id.slice(LOADERS.length + 2));
      const [, name, folder, locale] = INTL.exec(id) ?? [];
      if (!locale || locale === 'en-US') return undefined;
      if (!locales.includes(locale)) return `export {default} from './en-US.mjs';`;
      return `import {place} from '${PLACES}'; export default place('${name}/${folder}/${locale}');`;
    },
  };

  function textsOf(locale: string): string {
    const files = ['react-aria', 'react-aria-components'].flatMap((name) =>
      globSync(join(packages, name, `dist/private/intl/**/${locale}.mjs`)),
    );
    const lines = files.map((file, index) => {
      const [, name, folder] = INTL.exec(file)!;
      return (
        `import texts${index} from '${file}${REAL}';` +
        `Object.assign(place('${name}/${folder}/${locale}'), texts${index});`
      );
    });
    return [`import {place} from '${PLACES}';`, ...lines].join('\n');
  }
}
