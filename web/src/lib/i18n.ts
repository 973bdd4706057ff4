import ariaTexts from 'virtual:react-aria-texts';
import {i18n, type Messages} from '@lingui/core';
import {$language, language} from './language.ts';
import {type Language, matchLanguage, SOURCE_LANGUAGE} from './languages.ts';

/** Texts that are loaded together: `main` first, the others with the pages that need them. See web/lingui.config.ts. */
export type CatalogName = 'administration' | 'integrations' | 'main';

const files = import.meta.glob<{messages: Messages}>('../locales/*/*.po');
const loaded = new Set<CatalogName>(['main']);

/** Where this browser keeps the language of its last page, so that the next one starts loading its texts at once. */
const REMEMBERED = 'patchbay:language';

/** Loads the texts of the language that the page probably needs: the one it had last, or the browser's. */
export function startLanguage(): Promise<void> {
  const remembered = localStorage.getItem(REMEMBERED) ?? undefined;
  return setLanguage(matchLanguage([remembered, ...navigator.languages]) ?? SOURCE_LANGUAGE);
}

let wanted: Language | undefined;

/** Shows the page in another language once its texts are loaded. The last call wins. Rejects if they cannot be loaded. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  const [messages] = await Promise.all([
    Promise.all([...loaded].map((name) => readCatalog(next, name))),
    readAriaTexts(next),
  ]);
  if (wanted !== next) return;
  i18n.load(next, Object.assign({}, ...messages));
  i18n.activate(next);
  document.documentElement.lang = next;
  document.documentElement.dir = isRightToLeft(next) ? 'rtl' : 'ltr';
  localStorage.setItem(REMEMBERED, next);
  $language.set(next);
}

/** Pages with their own texts: the module once those are loaded too. */
export async function withCatalog<T>(name: CatalogName, module: Promise<T>): Promise<T> {
  const [page] = await Promise.all([module, loadCatalog(name)]);
  return page;
}

async function loadCatalog(name: CatalogName): Promise<void> {
  if (loaded.has(name)) return;
  const current = language();
  const messages = await readCatalog(current, name);
  loaded.add(name);
  // Adds to the texts of that language. Another language may have been chosen meanwhile.
  if (current === language()) i18n.load(current, messages);
  else await setLanguage(language());
}

async function readCatalog(language: Language, name: CatalogName): Promise<Messages> {
  const {messages} = await files[`../locales/${language}/${name}.po`]!();
  return messages;
}

/** React Aria names its languages with a region: `de-DE`. */
async function readAriaTexts(language: Language): Promise<void> {
  const locale = Object.keys(ariaTexts).find((name) => name.split('-')[0] === language.split('-')[0]);
  if (locale) await ariaTexts[locale]!();
}

function isRightToLeft(language: string): boolean {
  return language === 'ar';
}
