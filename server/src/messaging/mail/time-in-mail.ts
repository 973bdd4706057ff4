/** A time in milliseconds in the user's language and time zone. */
export function timeInMail(
  time: number,
  language: string,
  {timezone}: {timezone: Readonly<Record<string, string>>},
): string {
  const {useAutomaticTimezone, automaticTimezone, manualTimezone} = timezone;
  const zone = useAutomaticTimezone === 'false' ? manualTimezone : automaticTimezone;
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: 'numeric',
      timeZone,
      timeZoneName: 'short',
    }).format(time);
  try {
    return format(zone || 'UTC');
  } catch {
    // Not a time zone that this version knows.
    return format('UTC');
  }
}
