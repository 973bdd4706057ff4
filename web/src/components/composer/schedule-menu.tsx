import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useDates} from '../../data/preferences/display.ts';
import type {suggestedTimes} from '../../lib/schedule-times.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';

const ScheduleDialog = lazyComponent(() => import('./schedule-dialog.tsx'));

interface ScheduleMenuProps {
  isDisabled: boolean;
  /** Schedules the message. Rejects if it can't be scheduled. */
  onSchedule: (at: number) => Promise<void>;
  /** Reports why one of the suggested times failed. */
  onFailure: (error: unknown) => void;
}

/** The button that schedules the message, with suggested times. */
export function ScheduleMenu({isDisabled, onSchedule, onFailure}: ScheduleMenuProps) {
  const dates = useDates();
  const [isChoosing, setChoosing] = useState(false);
  const [times, setTimes] = useState<ReturnType<typeof suggestedTimes>>();
  const {tomorrow, monday} = times ?? {};

  // The code for time zones is large, so it is loaded when it is needed.
  async function load() {
    const {suggestedTimes} = await import('../../lib/schedule-times.ts');
    setTimes(suggestedTimes(Date.now(), dates.timeZone));
  }

  const schedule = (at: number) => void onSchedule(at).catch(onFailure);
  return (
    <>
      <Menu
        label={t`Schedule message`}
        placement="top end"
        onOpenChange={(isOpen) => isOpen && void load().catch(onFailure)}
        trigger={<IconButton icon="clock" size="small" label={t`Schedule message`} isDisabled={isDisabled} />}
      >
        {tomorrow !== undefined && (
          <MenuItem detail={dates.time(tomorrow)} onAction={() => schedule(tomorrow)}>{t`Tomorrow`}</MenuItem>
        )}
        {monday !== undefined && (
          <MenuItem detail={dates.time(monday)} onAction={() => schedule(monday)}>{t`Next Monday`}</MenuItem>
        )}
        <MenuItem isDisabled={!times} onAction={() => setChoosing(true)}>{t`Custom time…`}</MenuItem>
      </Menu>
      {isChoosing && tomorrow !== undefined && (
        <ScheduleDialog
          title={t`Schedule message`}
          initial={tomorrow}
          onSubmit={onSchedule}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
