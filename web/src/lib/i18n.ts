import ariaTexts from 'virtual:react-aria-texts';
import {i18n, type MessageDescriptor, type MessageOptions, type Messages, type Values} from '@lingui/core';
import {
  isRightToLeft,
  type Language,
  matchLanguage,
  SOURCE_LANGUAGE,
} from '../../../server/src/platform/languages/languages.ts';
import {isolate} from './isolate.ts';
import {$language, language} from './language.ts';
import {readErrorTexts} from './translated-errors.ts';

/**
 * Catalogs of texts: `main` is loaded first, `errors` with all languages except English, and the others with the pages
 * that need them (web/lingui.config.ts).
 */
export type CatalogName =
  | 'administration'
  | 'conversation'
  | 'errors'
  | 'files'
  | 'first-steps'
  | 'integrations'
  | 'main'
  | 'pages'
  | 'settings';

const files = import.meta.glob<{messages: Messages}>('../locales/*/*.po');
const loaded = new Set<CatalogName>(['main']);

isolateValues();

/** Isolates people's texts within translated texts (see `isolate`). */
function isolateValues(): void {
  const translate = i18n._.bind(i18n);
  i18n._ = (text: string | MessageDescriptor, values?: Values, options?: MessageOptions) =>
    typeof text === 'string'
      ? translate(text, isolated(values), options)
      : translate({...text, values: isolated(text.values)});
}

function isolated(values: Values | undefined): Values | undefined {
  if (!values) return undefined;
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );
}

/** The storage key of the page's last language, so that its texts can be loaded immediately next time. */
const REMEMBERED = 'patchbay:language';

/** Loads the texts of the language that the page will probably use: its last one, or the browser's. */
export function startLanguage(): Promise<void> {
  const remembered = localStorage.getItem(REMEMBERED) ?? undefined;
  return setLanguage(matchLanguage([remembered, ...navigator.languages]) ?? SOURCE_LANGUAGE);
}

let wanted: Language | undefined;

/** Changes the language as soon as its texts are loaded. The last call wins. Rejects if they can't be loaded. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  if (next !== SOURCE_LANGUAGE) loaded.add('errors');
  const names = [...loaded];
  const [messages] = await Promise.all([
    Promise.all(names.map((name) => readCatalog(next, name))),
    readAriaTexts(next),
    loaded.has('errors') && readErrorTexts(),
  ]);
  if (wanted !== next) return;
  // Another catalog was loaded in the meantime.
  if (loaded.size > names.length) return setLanguage(next);
  i18n.load(next, Object.assign({}, ...messages));
  i18n.activate(next);
  document.documentElement.lang = next;
  document.documentElement.dir = isRightToLeft(next) ? 'rtl' : 'ltr';
  localStorage.setItem(REMEMBERED, next);
  $language.set(next);
}

/** Imports the module of pages that have their own catalog, and loads that catalog. */
export async function withCatalog<T>(name: CatalogName, module: Promise<T>): Promise<T> {
  const [page] = await Promise.all([module, loadCatalog(name)]);
  return page;
}

async function loadCatalog(name: CatalogName): Promise<void> {
  if (loaded.has(name)) return;
  const current = language();
  const messages = await readCatalog(current, name);
  loaded.add(name);
  // Add the texts only if the language was not changed in the meantime.
  if (current === language()) i18n.load(current, messages);
  else await setLanguage(language());
}

async function readCatalog(language: Language, name: CatalogName): Promise<Messages> {
  const {messages} = await files[`../locales/${language}/${name}.po`]!();
  return messages;
}

/** React Aria's language names include a region, such as `de-DE`. */
async function readAriaTexts(language: Language): Promise<void> {
  const locale = Object.keys(ariaTexts).find((name) => name.split('-')[0] === language.split('-')[0]);
  if (locale) await ariaTexts[locale]!();
}
