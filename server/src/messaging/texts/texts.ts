import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {AppError} from '../../platform/errors/app-error.ts';
import {type Direction, isolateIn} from '../../platform/formats/directions/directions.ts';
import {isRightToLeft, type Language, matchLanguage} from '../../platform/languages/languages.ts';
import type {Users} from '../users/users.ts';
import type {Catalog, Translation} from './catalog.ts';
import {ar} from './languages/ar.ts';
import {de} from './languages/de.ts';
import {en} from './languages/en.ts';
import {es} from './languages/es.ts';
import {fr} from './languages/fr.ts';
import {ja} from './languages/ja.ts';
import {ptBR} from './languages/pt-br.ts';
import {zhCN} from './languages/zh-cn.ts';

export type {CommandName, PollTexts} from './catalog.ts';

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, Translation>> = {
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  'zh-CN': zhCN,
  ar,
};

/** The texts that the server writes to one person (docs/translating.md#texts-of-the-server). */
export interface Texts extends Catalog {
  language: Language;
  direction: Direction;
  /** A list of names, such as `Ann, Bob and Cat`. */
  list: (names: readonly string[]) => string;
  /** An error as a sentence: the translation if there is one, otherwise the English message, which has more details. */
  error: (error: Pick<AppError, 'id' | 'message'>) => string;
}

/** Returns the texts in the language of the user with this id. */
export type UserTexts = (userId: string) => Promise<Texts>;

/**
 * The texts in a user's language or a similar one, such as `de` for `de-AT`. Otherwise, in
 * `LocalizationSettings.DefaultServerLocale`, or in English.
 */
export function textsIn(locale: string, {LocalizationSettings}: Settings): Texts {
  const language = matchLanguage([locale, LocalizationSettings.DefaultServerLocale]) ?? 'en';
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  const isolate = (text: string) => isolateIn(direction, text);
  const errors: Readonly<Record<string, string>> = language === 'en' ? {} : TRANSLATIONS[language].errors;
  return {
    language,
    direction,
    list: (names) => new Intl.ListFormat(language).format(names.map(isolate)),
    error: ({id, message}) => errors[id] ?? message,
    ...withIsolated<Catalog>(language === 'en' ? en : TRANSLATIONS[language], isolate),
  };
}

/** Looks up users' texts by their current `locale`. */
export function createTexts({users, config}: {users: Pick<Users, 'byIdCached'>; config: Config}): UserTexts {
  return async (userId) => textsIn((await users.byIdCached(userId))?.locale ?? '', config.get());
}

/**
 * The same texts, whose strings from outside don't rearrange what is next to them. Numbers and the addresses of links
 * are unchanged.
 */
function withIsolated<T extends object>(texts: T, isolate: (text: string) => string): T {
  const entries = Object.entries(texts).map(([name, text]: [string, unknown]) => {
    if (typeof text === 'function') {
      return [
        name,
        (...values: unknown[]) =>
          text(...values.map((value) => (typeof value === 'string' ? isolate(value) : value))),
      ];
    }
    return [name, typeof text === 'object' && text !== null ? withIsolated(text, isolate) : text];
  });
  return Object.fromEntries(entries);
}
