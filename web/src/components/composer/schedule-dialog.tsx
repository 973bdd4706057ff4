import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {useDates} from '../../data/preferences/display.ts';
import {errorMessage} from '../../lib/server.ts';
import {wallClock, zonedMillis} from '../../lib/zoned-time.ts';
import {TextField} from '../ui/field.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';

interface ScheduleDialogProps {
  title: string;
  /** The suggested time in milliseconds. */
  initial: number;
  onSubmit: (at: number) => Promise<void>;
  onClose: () => void;
}

/** Asks for the date and time of a message, in the person's time zone. */
export default function ScheduleDialog({title, initial, onSubmit, onClose}: ScheduleDialogProps) {
  const {timeZone} = useDates();
  const [local, setLocal] = useState(() => wallClock(initial, timeZone));
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const at = zonedMillis(local, timeZone);
    if (at === undefined) return setError(t`Enter a date and a time.`);
    if (at <= Date.now()) return setError(t`Enter a time in the future.`);
    setError(undefined);
    setFailure(undefined);
    setBusy(true);
    try {
      await onSubmit(at);
      onClose();
    } catch (reason) {
      setFailure(errorMessage(reason));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={title}
      submitLabel={t`Schedule`}
      busy={busy}
      failure={failure}
      onSubmit={(event) => void submit(event as FormEvent)}
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        label={t`Date and time`}
        hint={t`Time zone: ${timeZone}`}
        required
        autoFocus
        value={local}
        error={error}
        onChange={({target}) => setLocal(target.value)}
      />
    </FormDialog>
  );
}
