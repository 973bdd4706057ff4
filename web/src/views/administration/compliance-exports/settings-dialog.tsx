import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {type FieldPath, type RegisterOptions, useForm} from 'react-hook-form';
import {DateTimeField} from '../../../components/time/date-time-field.tsx';
import {TimeField} from '../../../components/time/time-field.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {
  changeExportSettings,
  type ExportSettings,
  type PinnedSettings,
} from '../../../data/compliance/export-settings.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {wallClock, zonedMillis} from '../../../lib/zoned-time.ts';
import {pinnedHint} from '../use-settings-form.ts';
import {formatDescription, formatOptions} from './formats.ts';
import styles from './settings-dialog.module.css';

type Fields = Omit<ExportSettings, 'ExportFromTimestamp'> & {
  /** A local time in the person's time zone; empty to start at the first message. */
  begin: string;
};

interface SettingsDialogProps {
  settings: ExportSettings;
  pinned: PinnedSettings;
  onClose: () => void;
}

const SECTION = 'MessageExportSettings.';

/** Edits the settings of scheduled exports. Pinned settings are read-only. */
export function SettingsDialog({settings, pinned, onClose}: SettingsDialogProps) {
  const {timeZone} = useDates();
  const [failure, setFailure] = useState<string>();
  const {ExportFromTimestamp, ...others} = settings;
  const {register, handleSubmit, watch, setValue, setError, formState} = useForm<Fields>({
    defaultValues: {
      ...others,
      begin: ExportFromTimestamp === 0 ? '' : wallClock(ExportFromTimestamp, timeZone),
    },
  });
  const {errors, isSubmitting, dirtyFields} = formState;
  const format = watch('ExportFormat');
  const isCustom = watch('GlobalRelaySettings.CustomerType') === 'CUSTOM';

  /** The props of a setting's field. It is read-only if the setting is pinned. */
  function setting(name: FieldPath<Fields>, hint?: string, options: RegisterOptions<Fields> = {}) {
    const isFixed = isSet(pinned, name === 'begin' ? 'ExportFromTimestamp' : name);
    return {
      ...register(name, options),
      disabled: isFixed,
      hint: isFixed ? pinnedHint() : hint,
    };
  }

  /** The properties of a setting's field that is not an `input`, such as a select. */
  function choice(
    name: 'ExportFormat' | 'GlobalRelaySettings.CustomerType' | 'DailyRunTime' | 'begin',
    text?: string,
    options?: RegisterOptions<Fields>,
  ) {
    const {disabled, hint} = setting(name, text, options);
    return {
      value: watch(name),
      onChange: (value: string) =>
        setValue(name, value, {shouldDirty: true, shouldValidate: formState.isSubmitted}),
      disabled,
      hint,
    };
  }

  async function save(fields: Fields) {
    setFailure(undefined);
    try {
      await changeExportSettings(getChanges(fields, dirtyFields, timeZone));
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
    <InputDialog title={t`Export settings`} size="large" isChanged={formState.isDirty} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(save)}>
        <DialogBody>
          <Checkbox
            asSwitch
            label={t`Export every day`}
            error={errors.EnableExport?.message}
            {...setting('EnableExport')}
          />
          <div className={styles.pair}>
            <SelectField
              label={t`Format`}
              options={formatOptions()}
              error={errors.ExportFormat?.message}
              {...choice('ExportFormat', formatDescription(format))}
            />
            <TimeField
              label={t`Time of day`}
              error={errors.DailyRunTime?.message}
              {...choice('DailyRunTime', t`In the server's time zone.`, {required: t`Enter a time.`})}
            />
            <TextField
              type="number"
              min={1}
              label={t`Messages per batch`}
              error={errors.BatchSize?.message}
              {...setting('BatchSize', t`Each batch is a separate file.`, {
                valueAsNumber: true,
                validate: (value) => Number(value) >= 1 || t`Enter 1 or more.`,
              })}
            />
            <DateTimeField
              label={t`First export starts at`}
              error={errors.begin?.message}
              {...choice(
                'begin',
                t`Time zone: ${timeZone}. If empty, the first export starts with the first message.`,
                {
                  validate: (value) =>
                    value === '' ||
                    zonedMillis(String(value), timeZone) !== undefined ||
                    t`Enter a date and time.`,
                },
              )}
            />
          </div>
          <Checkbox
            label={t`Allow administrators to download exports`}
            error={errors.DownloadExportResults?.message}
            {...setting('DownloadExportResults', t`If off, exports stay on the server.`)}
          />
          {format === 'globalrelay' && (
            <fieldset className={styles.relay}>
              <legend className={styles.legend}>{t`Global Relay mail server`}</legend>
              <div className={styles.pair}>
                <SelectField
                  label={t`Customer type`}
                  options={[
                    {value: 'A9', label: 'A9'},
                    {value: 'A10', label: 'A10'},
                    {value: 'CUSTOM', label: t`Custom mail server`},
                  ]}
                  error={relayErrors?.CustomerType?.message}
                  {...choice('GlobalRelaySettings.CustomerType')}
                />
                <TextField
                  type="email"
                  label={t`Email address for exports`}
                  error={relayErrors?.EmailAddress?.message}
                  {...setting('GlobalRelaySettings.EmailAddress')}
                />
                {isCustom && (
                  <>
                    <TextField
                      label={t`Host`}
                      error={relayErrors?.CustomSMTPServerName?.message}
                      {...setting('GlobalRelaySettings.CustomSMTPServerName')}
                    />
                    <TextField
                      label={t`Port`}
                      inputMode="numeric"
                      error={relayErrors?.CustomSMTPPort?.message}
                      {...setting('GlobalRelaySettings.CustomSMTPPort')}
                    />
                  </>
                )}
                <TextField
                  label={t`Username`}
                  autoComplete="off"
                  error={relayErrors?.SMTPUsername?.message}
                  {...setting('GlobalRelaySettings.SMTPUsername')}
                />
                <TextField
                  type="password"
                  label={t`Password`}
                  autoComplete="new-password"
                  error={relayErrors?.SMTPPassword?.message}
                  {...setting('GlobalRelaySettings.SMTPPassword')}
                />
                <TextField
                  type="number"
                  min={1}
                  label={t`Timeout (seconds)`}
                  error={relayErrors?.SMTPServerTimeout?.message}
                  {...setting('GlobalRelaySettings.SMTPServerTimeout', undefined, {valueAsNumber: true})}
                />
              </div>
            </fieldset>
          )}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          <Trans>Save</Trans>
        </FormFooter>
      </form>
    </InputDialog>
  );
}

/** Whether the setting at this path is pinned. */
function isSet(pinned: PinnedSettings, path: string): boolean {
  const [first = '', ...rest] = path.split('.');
  const at = pinned[first];
  return typeof at === 'object' ? isSet(at, rest.join('.')) : at === true;
}

/** Only the settings this person changed, because someone else may have changed others in the meantime. */
function getChanges(
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
