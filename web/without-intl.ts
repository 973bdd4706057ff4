import type {Plugin} from 'vite';

interface Change {
  file: RegExp;
  from: RegExp;
  to: string;
}

/**
 * What libraries do with `Intl` while the page starts. In a new tab, Chromium first reads the data of all languages for
 * that, which takes 40 ms (docs/web-client.md#cold-start). The results are the same for all languages of the client.
 */
const CHANGES: readonly Change[] = [
  {
    // Whether the browser knows its own language.
    file: /\/react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/,
    from: /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\);/,
    to: '',
  },
  {
    // The direction of a language, which React Aria otherwise knows by a list.
    file: /\/react-aria\/dist\/private\/i18n\/utils\.mjs$/,
    from: /if \(Intl\.Locale\) \{[\s\S]*?\n {4}\}\n/,
    to: '',
  },
  {
    // Small numbers in texts, such as `3 replies`. `lib/numbers.ts` does the same.
    file: /\/@lingui\/core\/dist\/index\.mjs$/,
    from: /function number\(locales, value, format\) \{\n/,
    to: '$&  if (!format && Number.isInteger(value) && value >= 0 && value < 1000) return String(value);\n',
  },
];

/** Changes these libraries (`CHANGES`). */
export function withoutIntl(): Plugin {
  return {
    name: 'without-intl',
    enforce: 'pre',
    transform: {
      filter: {id: CHANGES.map(({file}) => file)},
      handler(code, id) {
        const {from, to} = CHANGES.find(({file}) => file.test(id))!;
        if (!from.test(code)) throw new Error(`${id} no longer contains ${from}.`);
        return code.replace(from, to);
      },
    },
  };
}
