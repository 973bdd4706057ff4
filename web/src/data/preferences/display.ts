import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useMemo} from 'react';
import {type Dates, datesOf, timeZoneOf} from '../../lib/dates.ts';
import {type OwnTheme, parseTheme} from '../../lib/theme-colours.ts';
import {useMe} from '../session/session.ts';
import {useClientConfig} from '../system/client-config.ts';
import {usePreference} from './preferences.ts';

export function useDates(): Dates {
  const zone = timeZoneOf(useMe());
  const is24 = usePreference('display_settings', 'use_military_time', 'false') === 'true';
  return datesOf(zone, !is24);
}

/** Whether messages are lines with the time in front, and not blocks beside a picture. */
export function useIsCompact(): boolean {
  return usePreference('display_settings', 'message_display', 'clean') === 'compact';
}

/** Whether messages that one author writes in a row share one head. */
export function useIsGrouped(): boolean {
  return usePreference('display_settings', 'collapse_consecutive_messages', 'true') !== 'false';
}

/** Whether each name has a colour of its own; of use where there are no pictures. */
export function useColoursNames(): boolean {
  return usePreference('display_settings', 'colorize_usernames', 'true') !== 'false';
}

/** The team on the page, which may have colours of its own; empty where there is none. */
export const $themeTeam = atom('');

/** Whether people choose a theme on this server; if not, everyone has the default one. */
export function useMayChooseTheme(): boolean {
  return useClientConfig().EnableThemeSelection !== 'false';
}

/** The colors that the person has for this team, or else for all; undefined without any, and where none are allowed. */
export function useImportedTheme(): OwnTheme | undefined {
  const general = usePreference('theme', '', '');
  const ofTeam = usePreference('theme', useStore($themeTeam) || ' ', '');
  const isAllowed = useClientConfig().AllowCustomThemes !== 'false';
  const text = isAllowed ? ofTeam || general : '';
  return useMemo(() => parseTheme(text), [text]);
}
