import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {startExport} from '../../../data/compliance/exports.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {PeriodFields, usePeriod} from '../compliance-reports/period-fields.tsx';
import {formatDescription, formatOptions} from './formats.ts';

/** Asks what to export, then starts the export. */
export function ExportNowDialog({format: initial, onClose}: {format: string; onClose: () => void}) {
  const [range, setRange] = useState<'new' | 'period'>('new');
  const [format, setFormat] = useState(initial);
  const period = usePeriod();
  const [formatError, setFormatError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    setFormatError(undefined);
    const times = range === 'period' ? period.read() : undefined;
    if (range === 'period' && !times) return;
    setBusy(true);
    try {
      await startExport({format, period: times});
      onClose();
    } catch (error) {
      if (errorPath(error) === 'data.export_type') setFormatError(errorMessage(error));
      else setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t`Export now`} size="large" keepOpen onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
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
            error={formatError}
            onChange={setFormat}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          <Trans>Start export</Trans>
        </FormFooter>
      </form>
    </Dialog>
  );
}
