import {useState} from 'react';
import {type FieldPath, type RegisterOptions, useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {SelectField, TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {
  changeExportSettings,
  type ExportSettings,
  FORMAT_OPTIONS,
  FORMATS,
  type SetByEnvironment,
} from '../../../data/compliance/export-settings.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {wallClock, zonedMillis} from '../../../lib/zoned-time.ts';
import styles from './settings-dialog.module.css';

type Fields = Omit<ExportSettings, 'ExportFromTimestamp'> & {
  /** A wall clock time of the person's zone; empty for the first message. */
  begin: string;
};

interface SettingsDialogProps {
  settings: ExportSettings;
  environment: SetByEnvironment;
  onClose: () => void;
}

const SECTION = 'MessageExportSettings.';

/** The settings of the daily export. What the environment sets is shown, and cannot be changed here. */
export function SettingsDialog({settings, environment, onClose}: SettingsDialogProps) {
  const {timeZone} = useDates();
  const [failure, setFailure] = useState<string>();
  const {ExportFromTimestamp, ...others} = settings;
  const {register, handleSubmit, watch, setError, formState} = useForm<Fields>({
    defaultValues: {
      ...others,
      begin: ExportFromTimestamp === 0 ? '' : wallClock(ExportFromTimestamp, timeZone),
    },
  });
  const {errors, isSubmitting, dirtyFields} = formState;
  const format = watch('ExportFormat');
  const isCustom = watch('GlobalRelaySettings.CustomerType') === 'CUSTOM';

  /** What a control of one setting needs; it is fixed where the environment sets it. */
  function setting(name: FieldPath<Fields>, hint?: string, options: RegisterOptions<Fields> = {}) {
    const isFixed = isSet(environment, name === 'begin' ? 'ExportFromTimestamp' : name);
    return {
      ...register(name, options),
      disabled: isFixed,
      hint: isFixed ? "It is set in the server's environment, and changed there." : hint,
    };
  }

  async function save(fields: Fields) {
    setFailure(undefined);
    try {
      await changeExportSettings(changesOf(fields, dirtyFields, timeZone));
      onClose();
    } catch (error) {
      const path = errorPath(error)?.replace(SECTION, '') ?? '';
      const field = path === 'ExportFromTimestamp' ? 'begin' : (path as FieldPath<Fields>);
      if (errorPath(error)?.startsWith(SECTION)) setError(field, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  const relayErrors = errors.GlobalRelaySettings;
  return (
    <Dialog title="Settings of the daily export" size="large" keepOpen onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(save)}>
        <DialogBody>
          <Checkbox
            asSwitch
            label="Export every day"
            error={errors.EnableExport?.message}
            {...setting('EnableExport')}
          />
          <div className={styles.pair}>
            <SelectField
              label="Format"
              options={FORMAT_OPTIONS}
              error={errors.ExportFormat?.message}
              {...setting('ExportFormat', FORMATS[format]?.description)}
            />
            <TextField
              type="time"
              label="Time of day"
              error={errors.DailyRunTime?.message}
              {...setting('DailyRunTime', "By the server's own clock.", {required: 'Enter a time.'})}
            />
            <TextField
              type="number"
              min={1}
              label="Messages in a batch"
              error={errors.BatchSize?.message}
              {...setting('BatchSize', 'Each batch is a file of its own.', {
                valueAsNumber: true,
                validate: (value) => Number(value) >= 1 || 'At least 1.',
              })}
            />
            <TextField
              type="datetime-local"
              label="The first export begins"
              error={errors.begin?.message}
              {...setting('begin', `In ${timeZone}. Empty: with the first message of all.`, {
                validate: (value) =>
                  value === '' ||
                  zonedMillis(String(value), timeZone) !== undefined ||
                  'Enter a date and a time.',
              })}
            />
          </div>
          <Checkbox
            label="Administrators may download exports"
            error={errors.DownloadExportResults?.message}
            {...setting('DownloadExportResults', "Otherwise they stay on the server's own disk.")}
          />
          {format === 'globalrelay' && (
            <fieldset className={styles.relay}>
              <legend className={styles.legend}>Mail server of Global Relay</legend>
              <div className={styles.pair}>
                <SelectField
                  label="Kind of customer"
                  options={[
                    {value: 'A9', label: 'A9'},
                    {value: 'A10', label: 'A10'},
                    {value: 'CUSTOM', label: 'Another mail server'},
                  ]}
                  error={relayErrors?.CustomerType?.message}
                  {...setting('GlobalRelaySettings.CustomerType')}
                />
                <TextField
                  type="email"
                  label="Exports are sent to"
                  error={relayErrors?.EmailAddress?.message}
                  {...setting('GlobalRelaySettings.EmailAddress')}
                />
                {isCustom && (
                  <>
                    <TextField
                      label="Host"
                      error={relayErrors?.CustomSMTPServerName?.message}
                      {...setting('GlobalRelaySettings.CustomSMTPServerName')}
                    />
                    <TextField
                      label="Port"
                      inputMode="numeric"
                      error={relayErrors?.CustomSMTPPort?.message}
                      {...setting('GlobalRelaySettings.CustomSMTPPort')}
                    />
                  </>
                )}
                <TextField
                  label="User name"
                  autoComplete="off"
                  error={relayErrors?.SMTPUsername?.message}
                  {...setting('GlobalRelaySettings.SMTPUsername')}
                />
                <TextField
                  type="password"
                  label="Password"
                  autoComplete="new-password"
                  error={relayErrors?.SMTPPassword?.message}
                  {...setting('GlobalRelaySettings.SMTPPassword')}
                />
                <TextField
                  type="number"
                  min={1}
                  label="Seconds to wait for it"
                  error={relayErrors?.SMTPServerTimeout?.message}
                  {...setting('GlobalRelaySettings.SMTPServerTimeout', undefined, {valueAsNumber: true})}
                />
              </div>
            </fieldset>
          )}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          Save
        </FormFooter>
      </form>
    </Dialog>
  );
}

/** Whether the environment sets the setting at this path. */
function isSet(environment: SetByEnvironment, path: string): boolean {
  const [first = '', ...rest] = path.split('.');
  const at = environment[first];
  return typeof at === 'object' ? isSet(at, rest.join('.')) : at === true;
}

/** Only what the person has changed: everything else may be another's by now. */
function changesOf(
  {begin, GlobalRelaySettings: relay, ...fields}: Fields,
  dirty: {[name: string]: unknown; GlobalRelaySettings?: {[name: string]: unknown}},
  timeZone: string,
): object {
  const only = (values: object, marks: {[name: string]: unknown} = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => marks[name] === true));
  return {
    ...only(fields, dirty),
    ...(dirty.begin === true && {ExportFromTimestamp: zonedMillis(begin, timeZone) ?? 0}),
    GlobalRelaySettings: only(relay, dirty.GlobalRelaySettings),
  };
}
