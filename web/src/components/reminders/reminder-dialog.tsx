import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {setSaved, useIsSaved} from '../../data/posts/post-changes.ts';
import {removeReminder, setReminder, useReminder} from '../../data/posts/reminders.ts';
import {useDates} from '../../data/preferences/display.ts';
import type {Dates} from '../../lib/dates.ts';
import {suggestedTimes} from '../../lib/schedule-times.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import {useFutureTime} from '../time/future-time.tsx';
import {UpcomingTime} from '../time/upcoming.tsx';
import {Button} from '../ui/button.tsx';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {RadioField} from '../ui/radio-field.tsx';
import {useIsChanged} from '../ui/use-is-changed.ts';
import styles from './reminder-dialog.module.css';

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Asks when to remind the person of a message. Also saves the message, so that the reminder appears under saved
 * messages.
 */
export default function ReminderDialog({postId, onClose}: {postId: string; onClose: () => void}) {
  const dates = useDates();
  const isSaved = useIsSaved(postId);
  const current = useReminder(postId);
  const [{tomorrow, monday}] = useState(() => suggestedTimes(Date.now(), dates.timeZone));
  const [choice, setChoice] = useState('60');
  const custom = useFutureTime(tomorrow);
  const {run, state} = useDialogWork(onClose);
  const time = current === undefined ? '' : dates.dateTime(current);

  const options = [
    {value: '20', label: t`In 20 minutes`},
    {value: '60', label: t`In one hour`},
    {value: '180', label: t`In 3 hours`},
    {value: 'tomorrow', label: t`Tomorrow`, hint: <UpcomingTime at={tomorrow} />},
    ...(monday === undefined
      ? []
      : [{value: 'monday', label: t`Next Monday`, hint: <UpcomingTime at={monday} />}]),
    {value: 'custom', label: t`Custom time…`},
  ];

  function chosenTime(): number | undefined {
    if (choice === 'custom') return custom.read();
    if (choice === 'tomorrow') return tomorrow;
    return choice === 'monday' ? monday : Date.now() + Number(choice) * MINUTE;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const at = chosenTime();
    if (at === undefined) return;
    void run(async () => {
      await setReminder(postId, at);
      if (!isSaved) await setSaved(postId, true);
      showSuccess(confirmation(at, dates), {label: t`Undo`, about: postId, run: undo});
    });
  }

  async function undo() {
    try {
      if (current === undefined) await removeReminder(postId);
      else await setReminder(postId, current);
      if (!isSaved) await setSaved(postId, false);
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title={t`Remind me`}
      submitLabel={t`Set reminder`}
      {...state}
      isChanged={useIsChanged(choice, custom.value)}
      onSubmit={(event) => submit(event as FormEvent)}
    >
      {time !== '' && (
        <div className={styles.current}>
          <span>
            <Trans>Reminder: {time}</Trans>
          </span>
          <Button icon="trash" size="small" onPress={() => void run(() => removeReminder(postId))}>
            <Trans>Remove reminder</Trans>
          </Button>
        </div>
      )}
      <RadioField
        label={t`When`}
        hideLabel
        hint={isSaved ? undefined : t`The message is added to your saved messages.`}
        autoFocus
        options={options}
        value={choice}
        onChange={setChoice}
      />
      {choice === 'custom' && custom.field}
    </FormDialog>
  );
}

/** Says when the person will be reminded. */
function confirmation(at: number, {dayKey, time, dateTime}: Dates): string {
  const clock = time(at);
  if (dayKey(at) === dayKey(Date.now())) return t`We'll remind you at ${clock}.`;
  if (dayKey(at) === dayKey(Date.now() + DAY)) return t`We'll remind you tomorrow at ${clock}.`;
  const day = dateTime(at);
  return t({message: `We'll remind you on ${day}.`, comment: 'A date and a time'});
}
