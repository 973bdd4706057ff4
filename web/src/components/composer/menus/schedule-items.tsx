import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useDates} from '../../../data/preferences/display.ts';
import {lastChosenTime, suggestedTimes} from '../../../lib/schedule-times.ts';
import {UpcomingTime} from '../../time/upcoming.tsx';
import {MenuItem} from '../../ui/menu.tsx';

interface ScheduleItemsProps {
  onChoose: (at: number) => void;
  /** Asks for another time, starting at this one. */
  onCustom: (initial: number) => void;
}

/** The items of the menu with times at which a message can be sent. */
export default function ScheduleItems({onChoose, onCustom}: ScheduleItemsProps) {
  const dates = useDates();
  const [{today, tomorrow, monday, last}] = useState(() =>
    suggestedTimes(Date.now(), dates.timeZone, lastChosenTime()),
  );
  return (
    <>
      {today !== undefined && (
        <MenuItem
          detail={<UpcomingTime at={today} />}
          onAction={() => onChoose(today)}
        >{t`Later today`}</MenuItem>
      )}
      <MenuItem
        detail={<UpcomingTime at={tomorrow} />}
        onAction={() => onChoose(tomorrow)}
      >{t`Tomorrow`}</MenuItem>
      {monday !== undefined && (
        <MenuItem
          detail={<UpcomingTime at={monday} />}
          onAction={() => onChoose(monday)}
        >{t`Next Monday`}</MenuItem>
      )}
      {last !== undefined && (
        <MenuItem
          detail={<UpcomingTime at={last} />}
          onAction={() => onChoose(last)}
        >{t`Last custom time`}</MenuItem>
      )}
      <MenuItem onAction={() => onCustom(tomorrow)}>{t`Custom time…`}</MenuItem>
    </>
  );
}
