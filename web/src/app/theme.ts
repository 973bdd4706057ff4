import {useEffect} from 'react';
import {useImportedTheme, useMayChooseTheme} from '../data/preferences/display.ts';
import {usePreference} from '../data/preferences/preferences.ts';

const KEY = 'colour-scheme';

function apply(scheme: string): void {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme;
  else delete document.documentElement.dataset.theme;
}

/** Shows the page in the colours that this browser showed last, before the preferences have been read. */
export function applyLastTheme(): void {
  apply(localStorage.getItem(KEY) ?? '');
}

/** Light or dark, or colours of one's own, as the person has chosen; else as the system says. */
export function useTheme(): void {
  const imported = useImportedTheme();
  const preferred = usePreference('display_settings', 'colour_scheme', imported ? 'theme' : 'system');
  const chosen = useMayChooseTheme() ? preferred : 'system';
  const own = chosen === 'theme' ? imported : undefined;
  const scheme = own?.scheme ?? chosen;
  useEffect(() => {
    localStorage.setItem(KEY, scheme);
    apply(scheme);
  }, [scheme]);
  useEffect(() => {
    if (!own) return;
    const {style, dataset} = document.documentElement;
    dataset.ownColours = '';
    for (const [name, colour] of Object.entries(own.colours)) style.setProperty(name, colour);
    return () => {
      delete dataset.ownColours;
      for (const name of Object.keys(own.colours)) style.removeProperty(name);
    };
  }, [own]);
}
