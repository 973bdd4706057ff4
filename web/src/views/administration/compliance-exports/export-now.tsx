import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {startExport} from '../../../data/compliance/exports.ts';
import {PeriodFields, usePeriod} from '../compliance-reports/period-fields.tsx';
import {formatDescription, formatOptions} from './formats.ts';

/** Asks what to export, then starts the export. */
export function ExportNowDialog({format: initial, onClose}: {format: string; onClose: () => void}) {
  const [range, setRange] = useState<'new' | 'period'>('new');
  const [format, setFormat] = useState(initial);
  const period = usePeriod();
  const {run, getError, state} = useDialogWork(onClose, ['data.export_type']);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const times = range === 'period' ? period.read() : undefined;
    if (range === 'period' && !times) return;
    await run(() => startExport({format, period: times}));
  }

  return (
    <FormDialog
      title={t`Export now`}
      submitLabel={t`Start export`}
      size="large"
      {...state}
      isChanged={useIsChanged(range, format, period.fields.value)}
      onSubmit={(event) => void submit(event as FormEvent)}
    >
      <SelectField
        label={t`Messages`}
        autoFocus
        value={range}
        options={[
          {value: 'new', label: t`Changes since the last export`},
          {value: 'period', label: t`Changes in a period`},
        ]}
        hint={
          range === 'new'
            ? t`The next daily export continues where this one ends.`
            : t`This doesn't affect where the next daily export continues.`
        }
        onChange={(chosen) => setRange(chosen as 'new' | 'period')}
      />
      {range === 'period' && <PeriodFields legend={t`Messages posted or changed`} {...period.fields} />}
      <SelectField
        label={t`Format`}
        value={format}
        options={formatOptions()}
        hint={formatDescription(format)}
        error={getError('data.export_type')}
        onChange={setFormat}
      />
    </FormDialog>
  );
}
