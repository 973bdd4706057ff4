import {t} from '@lingui/core/macro';
import {distinctEnds, type End} from '../../../data/people/ends.ts';
import {setOwnPresence} from '../../../data/people/presence.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {FormDialog, useDialogWork} from '../../ui/form-dialog.tsx';
import {RadioField} from '../../ui/radio-field.tsx';
import {useIsChanged} from '../../ui/use-is-changed.ts';
import {type ChosenEnd, useEnd, useEndLabels} from './use-end.tsx';

const ENDS: readonly End[] = ['30min', '1h', '4h', 'tomorrow', 'week'];

/** Asks how long to pause the person's notifications. */
export default function QuietDialog({onClose}: {onClose: () => void}) {
  const dates = useDates();
  const labels = useEndLabels();
  const {end, setEnd, value, field, read} = useEnd('1h');
  const {run, state} = useDialogWork(onClose);
  const options = [
    ...distinctEnds(ENDS, dates).map((value) => ({value, label: labels[value]})),
    {value: 'custom', label: t`Choose a date and time`},
    {value: 'never', label: t`Until you change it`},
  ];
  return (
    <FormDialog
      title={t`Do not disturb`}
      submitLabel={t`Save`}
      {...state}
      isChanged={useIsChanged(value)}
      onSubmit={(event) => {
        event.preventDefault();
        const until = read();
        if (until !== undefined) void run(() => setOwnPresence('dnd', until));
      }}
    >
      <RadioField
        label={t`Pause notifications for`}
        options={options}
        value={end}
        autoFocus
        onChange={(value) => setEnd(value as ChosenEnd)}
      />
      {field}
    </FormDialog>
  );
}
