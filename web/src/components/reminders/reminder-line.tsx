import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {setSaved} from '../../data/posts/post-changes.ts';
import {removeReminder, setReminder, useReminder} from '../../data/posts/reminders.ts';
import {useDates} from '../../data/preferences/display.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import {Button} from '../ui/button.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import ReminderDialog from './reminder-dialog.tsx';
import styles from './reminder-line.module.css';

/**
 * Shows when the person will be reminded of a saved message, with a button to change that, and one to remove the message
 * from the list.
 */
export default function ReminderLine({postId}: {postId: string}) {
  const dates = useDates();
  const at = useReminder(postId);
  const [isChanging, setChanging] = useState(false);
  async function complete() {
    try {
      await setSaved(postId, false);
      if (at !== undefined) await removeReminder(postId);
      showSuccess(t`Removed from saved messages.`, {label: t`Undo`, about: postId, run: restore});
    } catch (error) {
      showError(errorMessage(error));
    }
  }
  async function restore() {
    try {
      await setSaved(postId, true);
      if (at !== undefined) await setReminder(postId, at);
    } catch (error) {
      showError(errorMessage(error));
    }
  }
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
      <Button icon="check" size="small" onPress={() => void complete()}>
        <Trans>Done</Trans>
      </Button>
      {isChanging && <ReminderDialog postId={postId} onClose={() => setChanging(false)} />}
    </div>
  );
}
