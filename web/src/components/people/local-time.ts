import type {UserProfile} from '@mattermost/types/users';
import {useDates} from '../../data/preferences/display.ts';
import {findTimeZone, getDates} from '../../lib/dates.ts';
import {useTimeDependent} from '../../lib/use-time-dependent.ts';

/** A person's local time, if it differs from the reader's; otherwise empty. */
export function useLocalTime(person: UserProfile | undefined): string {
  const own = useDates();
  const zone = person && findTimeZone(person);
  return useTimeDependent(() => {
    if (!zone) return '';
    const now = Date.now();
    const time = getDates(zone, own.hour12).time(now);
    return time === own.time(now) ? '' : time;
  });
}
