import {useEffect} from 'react';
import {useImportedTheme, useMayChooseTheme} from '../data/preferences/display.ts';
import {usePreference} from '../data/preferences/preferences.ts';

const KEY = 'color-scheme';

function apply(scheme: string): void {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme;
  else delete document.documentElement.dataset.theme;
}

/** Applies the colors that this browser used last, until the preferences are loaded. */
export function applyLastTheme(): void {
  apply(localStorage.getItem(KEY) ?? '');
}

/** Applies the theme that the person chose: light, dark or custom colors. By default, follows the system. */
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
    dataset.ownColors = '';
    for (const [name, color] of Object.entries(own.colors)) style.setProperty(name, color);
    return () => {
      delete dataset.ownColors;
      for (const name of Object.keys(own.colors)) style.removeProperty(name);
    };
  }, [own]);
}
