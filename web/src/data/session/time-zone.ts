import {browserZone} from '../../lib/dates.ts';
import {server} from '../../lib/server.ts';
import {me} from './session.ts';

/**
 * Tells the server the browser's time zone, unless the person has chosen one. Others see the person's local time, and
 * the server formats times in emails and dialogs.
 */
export function reportTimeZone(): void {
  const {timezone} = me();
  const isAutomatic = String(timezone?.useAutomaticTimezone) !== 'false';
  if (!isAutomatic || timezone?.automaticTimezone === browserZone) return;
  const reported = {
    useAutomaticTimezone: 'true',
    automaticTimezone: browserZone,
    manualTimezone: timezone?.manualTimezone ?? '',
  };
  // If it fails, the next page tries again.
  server.patchMe({timezone: reported}).catch(() => {});
}
