import {userTimeZone} from '../users/users.ts';

/**
 * A time in milliseconds in the user's language, time zone and format. `uses24Hours` is undefined if they didn't choose
 * one.
 */
export function timeInMail(
  time: number,
  language: string,
  {timezone}: {timezone: Readonly<Record<string, string>>},
  uses24Hours: boolean | undefined,
): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: 'numeric',
    ...(uses24Hours !== undefined && {hourCycle: uses24Hours ? 'h23' : 'h12'}),
    timeZone: userTimeZone(timezone),
    timeZoneName: 'short',
  }).format(time);
}
