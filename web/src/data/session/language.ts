import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {
  LANGUAGES,
  type Language,
  matchLanguage,
  SOURCE_LANGUAGE,
} from '../../../../server/src/platform/languages/languages.ts';
import {setLanguage} from '../../lib/i18n.ts';
import {queries} from '../../lib/queries.ts';
import {clientConfig, configQuery, useClientConfigQuery} from '../system/client-config.ts';
import {sessionQuery, useSession} from './session.ts';

/** The storage key of the language chosen on the sign-in page. */
const CHOSEN = 'patchbay:sign-in-language';
const $chosen = atom(localStorage.getItem(CHOSEN) ?? undefined);

/** Requests the settings and the session before the components that need them render. */
export function readSignIn(): void {
  void queries.prefetchQuery(configQuery);
  void queries.prefetchQuery(sessionQuery);
}

/**
 * Sets the page's language to the person's. Before signing in, it is the language chosen on the sign-in page or the
 * server's `DefaultClientLocale`.
 */
export function usePageLanguage(): void {
  const config = useClientConfigQuery().data;
  const session = useSession().data;
  const chosen = useStore($chosen);
  const isKnown = config !== undefined && session !== undefined;
  const wanted = [session ? session.locale : chosen, config?.DefaultClientLocale];
  const next = matchLanguage(wanted, allowed(config)) ?? matchLanguage(wanted) ?? SOURCE_LANGUAGE;
  useEffect(() => {
    // If this fails, the page stays in its current language.
    if (isKnown) setLanguage(next).catch(() => {});
  }, [isKnown, next]);
}

/** Sets the language of the sign-in page in this browser. */
export function chooseSignInLanguage(language: Language): void {
  localStorage.setItem(CHOSEN, language);
  $chosen.set(language);
}

/** The languages that people can choose on this server. */
export function offeredLanguages(): Language[] {
  const names = allowed(clientConfig());
  return LANGUAGES.filter((language) => names.length === 0 || names.includes(language));
}

/** The languages in `LocalizationSettings.AvailableLocales`, and the default language, which is always allowed. */
function allowed(config: Record<string, string> | undefined): string[] {
  const names = (config?.AvailableLocales ?? '').split(',').map((name) => name.trim());
  const some = names.filter((name) => name !== '');
  return some.length === 0 ? [] : [...some, config?.DefaultClientLocale ?? SOURCE_LANGUAGE];
}
