import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useReminder} from '../../data/posts/reminders.ts';
import {useDates} from '../../data/preferences/display.ts';
import {IconButton} from '../ui/icon-button.tsx';
import ReminderDialog from './reminder-dialog.tsx';
import styles from './reminder-line.module.css';

/** Shows when the person will be reminded of a saved message, with a button to change that. */
export default function ReminderLine({postId}: {postId: string}) {
  const dates = useDates();
  const at = useReminder(postId);
  const [isChanging, setChanging] = useState(false);
  const time = at === undefined ? '' : dates.dateTime(at);
  return (
    <div className={styles.line}>
      {time !== '' && (
        <span>
          <Trans>Reminder: {time}</Trans>
        </span>
      )}
      <IconButton
        icon="clock"
        size="small"
        label={time === '' ? t`Remind me` : t`Change reminder`}
        onPress={() => setChanging(true)}
      />
      {isChanging && <ReminderDialog postId={postId} onClose={() => setChanging(false)} />}
    </div>
  );
}
