import type {Settings} from '../../platform/config/settings.ts';
import {type Direction, isolateIn} from '../../platform/formats/directions/directions.ts';
import {ar} from './texts/ar.ts';
import {de} from './texts/de.ts';
import {type EmailTexts, en} from './texts/en.ts';
import {es} from './texts/es.ts';
import {fr} from './texts/fr.ts';
import {ja} from './texts/ja.ts';
import {ptBR} from './texts/pt-br.ts';
import {zhCN} from './texts/zh-cn.ts';

const TEXTS: Readonly<Record<string, EmailTexts>> = {en, de, fr, es, 'pt-BR': ptBR, ja, 'zh-CN': zhCN, ar};

/** The texts of emails in one language, with its name, direction and list format. */
export interface MailTexts extends EmailTexts {
  language: string;
  direction: Direction;
  /** A list of names, such as `Ann, Bob and Cat`. */
  list: (names: readonly string[]) => string;
}

/**
 * The texts in a user's language or a similar one, such as `de` for `de-AT`. Otherwise, in
 * `LocalizationSettings.DefaultServerLocale`, or in English.
 */
export function mailTexts(locale: string, {LocalizationSettings}: Settings): MailTexts {
  const language =
    supportedLanguage(locale) ?? supportedLanguage(LocalizationSettings.DefaultServerLocale) ?? 'en';
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const isolate = (text: string) => isolateIn(direction, text);
  return {
    language,
    direction,
    list: (names) => new Intl.ListFormat(language).format(names.map(isolate)),
    ...withIsolated(TEXTS[language]!, isolate),
  };
}

/**
 * Returns the texts with their parameters isolated, so that names in another text direction don't rearrange the text
 * around them.
 */
function withIsolated<T extends object>(texts: T, isolate: (text: string) => string): T {
  const entries = Object.entries(texts).map(([name, text]: [string, unknown]) => {
    if (typeof text === 'function') return [name, (...values: string[]) => text(...values.map(isolate))];
    return [name, typeof text === 'object' && text !== null ? withIsolated(text, isolate) : text];
  });
  return Object.fromEntries(entries);
}

function supportedLanguage(locale: string): string | undefined {
  const normalized = locale.replace('_', '-').toLowerCase();
  const languages = Object.keys(TEXTS);
  return (
    languages.find((language) => language.toLowerCase() === normalized) ??
    languages.find((language) => baseLanguage(language) === baseLanguage(normalized))
  );
}

const baseLanguage = (locale: string) => locale.toLowerCase().split('-')[0];
