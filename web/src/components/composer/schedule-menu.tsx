import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {withCatalog} from '../../lib/i18n.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import type {Trigger} from '../ui/use-opener.ts';

const ScheduleDialog = lazyComponent(() => import('./schedule-dialog.tsx'));
const ScheduleItems = lazyComponent(() => withCatalog('conversation', import('./menus/schedule-items.tsx')));

interface ScheduleMenuProps {
  isDisabled?: boolean;
  /** Schedules the message. Rejects if it can't be scheduled. */
  onSchedule: (at: number) => Promise<void>;
  /** Reports why one of the suggested times failed. */
  onFailure: (error: unknown) => void;
  /** The button, if it isn't the icon. */
  trigger?: Trigger;
}

/** The button that schedules the message, with suggested times. */
export function ScheduleMenu({isDisabled = false, onSchedule, onFailure, trigger}: ScheduleMenuProps) {
  /** The time at which the dialog for another time starts. */
  const [initial, setInitial] = useState<number>();
  return (
    <>
      <Menu
        label={t`Schedule message`}
        placement="top end"
        trigger={
          trigger ?? (
            <IconButton icon="clock" size="small" label={t`Schedule message`} isDisabled={isDisabled} />
          )
        }
        load={ScheduleItems.load}
      >
        <ScheduleItems onChoose={(at) => void onSchedule(at).catch(onFailure)} onCustom={setInitial} />
      </Menu>
      {initial !== undefined && (
        <ScheduleDialog
          title={t`Schedule message`}
          initial={initial}
          onSubmit={onSchedule}
          onClose={() => setInitial(undefined)}
        />
      )}
    </>
  );
}
