import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {useDates} from '../../data/preferences/display.ts';
import {wallClock, zonedMillis} from '../../lib/zoned-time.ts';
import {DateTimeField} from './date-time-field.tsx';

/**
 * A field for a date and time in the person's time zone. `value` is what was entered. `read` returns the time in milliseconds; if it isn't in the
 * future, it shows an error and returns undefined.
 */
export function useFutureTime(
  initial: number,
  {autoFocus = false} = {},
): {field: ReactNode; value: string; read: () => number | undefined} {
  const {timeZone} = useDates();
  const [local, setLocal] = useState(() => wallClock(initial, timeZone));
  const [error, setError] = useState<string>();
  return {
    field: (
      <DateTimeField
        label={t`Date and time`}
        hint={t`Time zone: ${timeZone}`}
        required
        autoFocus={autoFocus}
        value={local}
        error={error}
        onChange={setLocal}
      />
    ),
    value: local,
    read() {
      const at = zonedMillis(local, timeZone);
      const isFuture = at !== undefined && at > Date.now();
      setError(
        isFuture
          ? undefined
          : at === undefined
            ? t`Enter a date and a time.`
            : t`Enter a time in the future.`,
      );
      return isFuture ? at : undefined;
    },
  };
}
