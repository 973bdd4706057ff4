/** The time zone that a user chose, or that of their device; UTC if neither is known. */
export function userTimeZone(timezone: Readonly<Record<string, string>>): string {
  const {useAutomaticTimezone, automaticTimezone, manualTimezone} = timezone;
  const zone = (useAutomaticTimezone === 'false' ? manualTimezone : automaticTimezone) || 'UTC';
  try {
    new Intl.DateTimeFormat('en', {timeZone: zone});
    return zone;
  } catch {
    // This version of Node.js doesn't know the time zone.
    return 'UTC';
  }
}
