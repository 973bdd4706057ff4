import {t} from '@lingui/core/macro';
import {useDates} from '../../data/preferences/display.ts';
import {useTimeDependent} from '../../lib/use-time-dependent.ts';
import {Dialog, DialogBody} from '../ui/dialog.tsx';
import {useDialogWork} from '../ui/form-dialog.tsx';
import MonthCalendar from '../ui/month-calendar.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {LoadingState} from '../ui/state.tsx';
import styles from './date-dialog.module.css';
import {useJump} from './use-jump.ts';

interface DateDialogProps {
  channelId: string;
  /** The day that has the focus at first, as a time in milliseconds. */
  at: number;
  onClose: () => void;
}

/** Asks for a day, and leads to the first message of the channel on that day or later. */
export default function DateDialog({channelId, at, onClose}: DateDialogProps) {
  const dates = useDates();
  const today = useTimeDependent(() => dates.dayKey(Date.now()));
  const jump = useJump(channelId);
  const {run, state} = useDialogWork(onClose);
  return (
    <Dialog title={t`Jump to a date`} size="small" onClose={onClose}>
      <DialogBody>
        <div className={styles.calendar}>
          <MonthCalendar
            label={t`Day`}
            timeZone={dates.timeZone}
            initial={dates.dayKey(at)}
            autoFocus
            max={today}
            withYears
            readOnly={state.busy}
            onChoose={(day) => void run(() => jump(day))}
          />
          {state.busy && (
            <div className={styles.loading}>
              <LoadingState />
            </div>
          )}
        </div>
        <ErrorNotice text={state.failure} />
      </DialogBody>
    </Dialog>
  );
}
