import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {type RegisterOptions, useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {
  type BackupSettings,
  changeBackupSettings,
  type PinnedSettings,
} from '../../../data/backups/backups.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import styles from './settings-dialog.module.css';

interface SettingsDialogProps {
  settings: BackupSettings;
  pinned: PinnedSettings;
  onClose: () => void;
}

const SECTION = 'BackupSettings.';
const AT_LEAST_ONE: RegisterOptions<BackupSettings> = {
  valueAsNumber: true,
  validate: (value) => Number(value) >= 1 || t`Enter 1 or more.`,
};

/** Edits the settings of backups. Those that the server pins are read-only. */
export function SettingsDialog({settings, pinned, onClose}: SettingsDialogProps) {
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, setError, formState} = useForm<BackupSettings>({defaultValues: settings});
  const {errors, isSubmitting, dirtyFields} = formState;

  function setting(
    name: keyof BackupSettings,
    hint?: string,
    options: RegisterOptions<BackupSettings, typeof name> = {},
  ) {
    const isFixed = pinned[name] === true;
    return {
      ...register(name, options),
      error: errors[name]?.message,
      disabled: isFixed,
      hint: isFixed
        ? t`Set in config.json or by an environment variable on the server. It can't be changed here.`
        : hint,
    };
  }

  async function save(fields: BackupSettings) {
    setFailure(undefined);
    // Only what this person changed, because someone else may have changed the rest in the meantime.
    const change = Object.fromEntries(
      Object.entries(fields).filter(([name]) => dirtyFields[name as keyof BackupSettings]),
    );
    try {
      await changeBackupSettings(change);
      onClose();
    } catch (error) {
      const path = errorPath(error) ?? '';
      if (path.startsWith(SECTION)) {
        setError(path.slice(SECTION.length) as keyof BackupSettings, {message: errorMessage(error)});
      } else setFailure(errorMessage(error));
    }
  }

  return (
    <Dialog title={t`Backup settings`} size="large" keepOpen onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(save)}>
        <DialogBody>
          <Checkbox asSwitch label={t`Create a backup every day`} {...setting('Enable')} />
          <div className={styles.pair}>
            <TextField
              type="time"
              label={t`Time of day`}
              {...setting('DailyRunTime', t`In the server's time zone.`, {required: t`Enter a time.`})}
            />
            <TextField
              label={t`Directory on the server`}
              {...setting(
                'Directory',
                t`If empty, "backups" in the data directory. A different disk is safer.`,
              )}
            />
            <TextField
              type="number"
              min={1}
              label={t`Keep daily backups for (days)`}
              {...setting('RetentionDays', t`Older daily backups are deleted.`, AT_LEAST_ONE)}
            />
            <TextField
              type="number"
              min={1}
              label={t`Backups to always keep`}
              {...setting(
                'RetentionCount',
                t`The newest ones are kept regardless of their age.`,
                AT_LEAST_ONE,
              )}
            />
          </div>
          <TextField
            type="password"
            autoComplete="new-password"
            label={t`Passphrase`}
            {...setting(
              'Passphrase',
              t`Encrypts new backups. Keep a copy outside of this server. Without the passphrase, you can't restore them.`,
            )}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          <Trans>Save</Trans>
        </FormFooter>
      </form>
    </Dialog>
  );
}
