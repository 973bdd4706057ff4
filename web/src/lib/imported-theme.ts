import {useMemo} from 'react';
import {usePreference} from './preferences.ts';
import {createStore, useStore} from './store.ts';
import {type OwnTheme, parseTheme} from './theme-colours.ts';

/** The team on the page, which may have colours of its own; empty where there is none. */
export const themeTeam = createStore('');

/** The colours that the person has for this team, or else for all; undefined for who has none. */
export function useImportedTheme(): OwnTheme | undefined {
  const general = usePreference('theme', '', '');
  const ofTeam = usePreference('theme', useStore(themeTeam) || ' ', '');
  const text = ofTeam || general;
  return useMemo(() => parseTheme(text), [text]);
}
