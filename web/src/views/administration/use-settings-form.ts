import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  useForm,
} from 'react-hook-form';
import {errorMessage, errorPath} from '../../lib/server.ts';

/** The hint of a setting that can't be changed in the client. */
export const pinnedHint = () =>
  t`Set in config.json or by an environment variable on the server. It can't be changed here.`;

interface SettingsFormOptions<Settings> {
  /** The section of the configuration, such as `BackupSettings`. */
  section: string;
  settings: Settings;
  /** The pinned settings, which are read-only. */
  pinned: {[Name in keyof Settings]?: boolean};
  /** Saves the settings that the person changed. */
  change: (changed: Partial<Settings>) => Promise<unknown>;
  onSaved: () => void;
  /** Whether the person has to confirm these settings before they are saved. */
  needsConfirmation?: (settings: Settings) => boolean;
}

/**
 * A form for the settings of one section. `setting` returns the props of a setting's field, with the error that the server
 * returns for it. Other errors are in `failure`. If a confirmation is needed, `unconfirmed` has the settings to confirm.
 */
export function useSettingsForm<Settings extends FieldValues>({
  section,
  settings,
  pinned,
  change,
  onSaved,
  needsConfirmation,
}: SettingsFormOptions<Settings>) {
  const [failure, setFailure] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<Settings>();
  const {register, handleSubmit, setError, setValue, watch, formState} = useForm<Settings>({
    defaultValues: settings as DefaultValues<Settings>,
  });
  const {errors, isSubmitting, isSubmitted, dirtyFields} = formState;

  function setting(
    name: Path<Settings>,
    hint?: string,
    options: RegisterOptions<Settings, Path<Settings>> = {},
  ) {
    const isFixed = pinned[name] === true;
    return {
      ...register(name, options),
      error: errors[name]?.message as string | undefined,
      disabled: isFixed,
      hint: isFixed ? pinnedHint() : hint,
    };
  }

  /** The props of a `TimeField` for a setting that is a time of day on the server. */
  function timeSetting(name: Path<Settings>) {
    const {error, disabled, hint} = setting(name, t`In the server's time zone.`, {
      required: t`Enter a time.`,
    });
    return {
      error,
      disabled,
      hint,
      value: String(watch(name)),
      onChange: (value: string) =>
        setValue(name, value as PathValue<Settings, Path<Settings>>, {
          shouldDirty: true,
          shouldValidate: isSubmitted,
        }),
    };
  }

  async function save(fields: Settings) {
    setFailure(undefined);
    // Only the settings this person changed, because someone else may have changed others in the meantime.
    const isChanged = ([name]: [string, unknown]) => (dirtyFields as Record<string, unknown>)[name];
    try {
      await change(Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<Settings>);
      onSaved();
    } catch (error) {
      const [errorSection, name] = errorPath(error)?.split('.') ?? [];
      if (errorSection === section && name) setError(name as Path<Settings>, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  async function submit(fields: Settings) {
    if (needsConfirmation?.(fields)) setUnconfirmed(fields);
    else await save(fields);
  }

  return {
    setting,
    timeSetting,
    watch,
    failure,
    isDirty: formState.isDirty,
    isSubmitting,
    onSubmit: handleSubmit(submit),
    unconfirmed,
    cancel: () => setUnconfirmed(undefined),
    confirm: async () => {
      if (unconfirmed) await save(unconfirmed);
    },
  };
}
