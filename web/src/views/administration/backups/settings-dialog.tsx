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
  type SetByEnvironment,
} from '../../../data/backups/backups.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import styles from './settings-dialog.module.css';

interface SettingsDialogProps {
  settings: BackupSettings;
  environment: SetByEnvironment;
  onClose: () => void;
}

const SECTION = 'BackupSettings.';
const AT_LEAST_ONE: RegisterOptions<BackupSettings> = {
  valueAsNumber: true,
  validate: (value) => Number(value) >= 1 || 'At least 1.',
};

/** The settings of backups. What the environment sets is shown, and cannot be changed here. */
export function SettingsDialog({settings, environment, onClose}: SettingsDialogProps) {
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, setError, formState} = useForm<BackupSettings>({defaultValues: settings});
  const {errors, isSubmitting, dirtyFields} = formState;

  function setting(
    name: keyof BackupSettings,
    hint?: string,
    options: RegisterOptions<BackupSettings, typeof name> = {},
  ) {
    const isFixed = environment[name] === true;
    return {
      ...register(name, options),
      error: errors[name]?.message,
      disabled: isFixed,
      hint: isFixed ? "Set in the server's environment; change it there." : hint,
    };
  }

  async function save(fields: BackupSettings) {
    setFailure(undefined);
    // Only what was changed: somebody else may have changed the rest meanwhile.
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
    <Dialog title="Backup settings" size="large" keepOpen onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(save)}>
        <DialogBody>
          <Checkbox asSwitch label="Create a backup every day" {...setting('Enable')} />
          <div className={styles.pair}>
            <TextField
              type="time"
              label="Time of day"
              {...setting('DailyRunTime', "By the server's clock.", {required: 'Enter a time.'})}
            />
            <TextField
              label="Directory on the server"
              {...setting('Directory', 'Empty: backups in the data directory. Another disk is better.')}
            />
            <TextField
              type="number"
              min={1}
              label="Keep daily backups for (days)"
              {...setting('RetentionDays', 'Older daily backups are deleted.', AT_LEAST_ONE)}
            />
            <TextField
              type="number"
              min={1}
              label="Always keep the newest"
              {...setting('RetentionCount', 'However old they are.', AT_LEAST_ONE)}
            />
          </div>
          <TextField
            type="password"
            autoComplete="new-password"
            label="Passphrase"
            {...setting(
              'Passphrase',
              'Encrypts new backups. Store a copy outside this server: without it, they cannot be restored.',
            )}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          Save
        </FormFooter>
      </form>
    </Dialog>
  );
}
