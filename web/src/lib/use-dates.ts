import {type Dates, datesOf, timeZoneOf} from './dates.ts';
import {usePreference} from './preferences.ts';
import {useMe} from './session.ts';

export function useDates(): Dates {
  const zone = timeZoneOf(useMe());
  const is24 = usePreference('display_settings', 'use_military_time', 'false') === 'true';
  return datesOf(zone, !is24);
}
