import type {Person} from './test-server.ts';

/** Hours that continue past midnight and do or don't include noon. */
export const OVERNIGHT = {withNoon: '11:00-02:00', withoutNoon: '20:00-06:00'};

/**
 * Sets a person's time zone to one other than UTC in which it is now between 12:00 and 14:00, and the hours in which
 * they are notified on each day. Empty `hours` means at any time.
 */
export async function scheduleNotifications(person: Person, hours: string): Promise<void> {
  const east = 12 - new Date().getUTCHours() || 1;
  // The signs of these zone names are reversed.
  const manualTimezone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  await person.put('/users/me/patch', {
    timezone: {useAutomaticTimezone: 'false', manualTimezone, automaticTimezone: ''},
  });
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const value = hours && JSON.stringify(Object.fromEntries(days.map((day) => [day, hours])));
  await person.put('/users/me/preferences', [{category: 'notifications', name: 'schedule', value}]);
}
