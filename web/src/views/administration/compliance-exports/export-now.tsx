import {type FormEvent, useState} from 'react';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {SelectField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {FORMAT_OPTIONS, FORMATS} from '../../../data/compliance/export-settings.ts';
import {startExport} from '../../../data/compliance/exports.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {
  firstWindow,
  readWindow,
  type WindowErrors,
  WindowFields,
} from '../compliance-reports/window-fields.tsx';

/** Asks what to export at once. */
export function ExportNowDialog({format: initial, onClose}: {format: string; onClose: () => void}) {
  const {timeZone} = useDates();
  const [range, setRange] = useState<'new' | 'window'>('new');
  const [format, setFormat] = useState(initial);
  const [window, setWindow] = useState(() => firstWindow(timeZone));
  const [windowErrors, setWindowErrors] = useState<WindowErrors>({});
  const [formatError, setFormatError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    setFormatError(undefined);
    const times = range === 'window' ? readWindow(window) : undefined;
    if (times && !('startAt' in times)) return setWindowErrors(times);
    setBusy(true);
    try {
      await startExport({format, window: times});
      onClose();
    } catch (error) {
      if (errorPath(error) === 'data.export_type') setFormatError(errorMessage(error));
      else setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title="Export now" size="large" keepOpen onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <SelectField
            label="What"
            autoFocus
            value={range}
            options={[
              {value: 'new', label: 'What has changed since the last export'},
              {value: 'window', label: 'A window of time'},
            ]}
            hint={
              range === 'new'
                ? 'The next daily export goes on where this one ends.'
                : 'The place where the daily export goes on stays as it is.'
            }
            onChange={(event) => setRange(event.target.value as 'new' | 'window')}
          />
          {range === 'window' && (
            <WindowFields
              legend="Messages written or changed"
              value={window}
              errors={windowErrors}
              onChange={(value) => {
                setWindow(value);
                setWindowErrors({});
              }}
            />
          )}
          <SelectField
            label="Format"
            value={format}
            options={FORMAT_OPTIONS}
            hint={FORMATS[format]?.description}
            error={formatError}
            onChange={(event) => setFormat(event.target.value)}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          Start the export
        </FormFooter>
      </form>
    </Dialog>
  );
}
