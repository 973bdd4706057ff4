import {browserZone} from '../../lib/dates.ts';
import {server} from '../../lib/server.ts';
import {me} from './session.ts';

/**
 * Sends the browser's time zone to the server, unless the person has chosen one. The server uses it to format times
 * in emails and dialogs, and other people see the person's local time.
 */
export function reportTimeZone(): void {
  const {timezone} = me();
  const isAutomatic = String(timezone?.useAutomaticTimezone) !== 'false';
  if (!isAutomatic) return;
  const automaticTimezone = browserZone();
  if (timezone?.automaticTimezone === automaticTimezone) return;
  const reported = {
    useAutomaticTimezone: 'true',
    automaticTimezone,
    manualTimezone: timezone?.manualTimezone ?? '',
  };
  // If this fails, the next page tries again.
  server.patchMe({timezone: reported}).catch(() => {});
}
