import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {type End, endTime} from '../../data/people/ends.ts';
import {setOwnPresence} from '../../data/people/presence.ts';
import {useDates} from '../../data/preferences/display.ts';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {RadioField} from '../ui/radio-field.tsx';

/** Asks how long to pause the person's notifications. */
export default function QuietDialog({onClose}: {onClose: () => void}) {
  const dates = useDates();
  const [end, setEnd] = useState<End>('1h');
  const {run, state} = useDialogWork(onClose);
  const morning = dates.time(endTime('tomorrow', dates));
  const options: {value: End; label: string}[] = [
    {value: '30min', label: t`30 minutes`},
    {value: '1h', label: t`1 hour`},
    {value: '4h', label: t`4 hours`},
    {value: 'tomorrow', label: t`Tomorrow at ${morning}`},
    {value: 'never', label: t`Until you change it`},
  ];
  return (
    <FormDialog
      title={t`Do not disturb`}
      submitLabel={t`Save`}
      {...state}
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => setOwnPresence('dnd', endTime(end, dates)));
      }}
    >
      <RadioField
        label={t`Pause notifications for`}
        options={options}
        value={end}
        autoFocus
        onChange={(value) => setEnd(value as End)}
      />
    </FormDialog>
  );
}
