import {useEffect} from 'react';
import {usePreference} from '../lib/preferences.ts';

const KEY = 'colour-scheme';

function apply(scheme: string): void {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme;
  else delete document.documentElement.dataset.theme;
}

/** Shows the page in the colours that this browser showed last, before the preferences have been read. */
export function applyLastTheme(): void {
  apply(localStorage.getItem(KEY) ?? '');
}

/** Light or dark, as the person has chosen; else as the system says. */
export function useTheme(): void {
  const scheme = usePreference('display_settings', 'colour_scheme', 'system');
  useEffect(() => {
    localStorage.setItem(KEY, scheme);
    apply(scheme);
  }, [scheme]);
}
