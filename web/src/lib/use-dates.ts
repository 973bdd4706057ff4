import {useMemo} from 'react';
import {createDates, type Dates, timeZoneOf} from './dates.ts';
import {usePreference} from './preferences.ts';
import {useMe} from './session.ts';

export function useDates(): Dates {
  const me = useMe();
  const zone = timeZoneOf(me);
  const is24 = usePreference('display_settings', 'use_military_time', 'false') === 'true';
  return useMemo(() => createDates(zone, !is24), [zone, is24]);
}
