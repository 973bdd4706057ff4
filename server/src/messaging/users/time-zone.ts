/** The time zone that a user has chosen, or else the one of their device; UTC if it is not known. */
export function userTimeZone(timezone: Readonly<Record<string, string>>): string {
  const {useAutomaticTimezone, automaticTimezone, manualTimezone} = timezone;
  const zone = (useAutomaticTimezone === 'false' ? manualTimezone : automaticTimezone) || 'UTC';
  try {
    new Intl.DateTimeFormat('en', {timeZone: zone});
    return zone;
  } catch {
    // Not a zone that this version knows.
    return 'UTC';
  }
}
