import {t} from '@lingui/core/macro';
import type {FormEvent} from 'react';
import {rememberChosenTime} from '../../lib/schedule-times.ts';
import {useFutureTime} from '../time/future-time.tsx';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {useIsChanged} from '../ui/use-is-changed.ts';

interface ScheduleDialogProps {
  title: string;
  /** The suggested time in milliseconds. */
  initial: number;
  onSubmit: (at: number) => Promise<void>;
  onClose: () => void;
}

/** Asks when to send a message, in the person's time zone. */
export default function ScheduleDialog({title, initial, onSubmit, onClose}: ScheduleDialogProps) {
  const time = useFutureTime(initial, {autoFocus: true});
  const {run, state} = useDialogWork(onClose);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const at = time.read();
    if (at === undefined) return;
    rememberChosenTime(time.value);
    await run(() => onSubmit(at));
  }

  return (
    <FormDialog
      title={title}
      submitLabel={t`Schedule`}
      {...state}
      isChanged={useIsChanged(time.value)}
      onSubmit={(event) => void submit(event as FormEvent)}
    >
      {time.field}
    </FormDialog>
  );
}
