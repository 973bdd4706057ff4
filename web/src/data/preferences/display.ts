import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useMemo} from 'react';
import {type Dates, getDates, manualZone, usesTwelveHours} from '../../lib/dates.ts';
import {type OwnTheme, parseTheme} from '../../lib/theme-colors.ts';
import {useMe} from '../session/session.ts';
import {useClientConfig} from '../system/client-config.ts';
import {usePreference} from './preferences.ts';

export function useDates(): Dates {
  const zone = manualZone(useMe());
  const chosen = usePreference('display_settings', 'use_military_time', '');
  return getDates(zone, chosen === '' ? usesTwelveHours() : chosen !== 'true');
}

/** Whether messages use the compact display: the time first, and no pictures. */
export function useIsCompact(): boolean {
  return usePreference('display_settings', 'message_display', 'clean') === 'compact';
}

/** Whether consecutive messages by one author share one header. */
export function useIsGrouped(): boolean {
  return usePreference('display_settings', 'collapse_consecutive_messages', 'true') !== 'false';
}

/** Whether each name has its own color in the compact display. */
export function useColorsNames(): boolean {
  return usePreference('display_settings', 'colorize_usernames', 'true') !== 'false';
}

/** The id of the open team, which may have its own theme; empty if there is none. */
export const $themeTeam = atom('');

/** Whether people can choose a theme on this server. Otherwise, everyone has the default theme. */
export function useMayChooseTheme(): boolean {
  return useClientConfig().EnableThemeSelection !== 'false';
}

/** The person's custom colors for this team or for all teams; undefined if there are none or they aren't allowed. */
export function useImportedTheme(): OwnTheme | undefined {
  const general = usePreference('theme', '', '');
  const ofTeam = usePreference('theme', useStore($themeTeam) || ' ', '');
  const isAllowed = useClientConfig().AllowCustomThemes !== 'false';
  const text = isAllowed ? ofTeam || general : '';
  return useMemo(() => parseTheme(text), [text]);
}
