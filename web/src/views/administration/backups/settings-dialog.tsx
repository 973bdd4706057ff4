import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {RegisterOptions} from 'react-hook-form';
import {TimeField} from '../../../components/time/time-field.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {
  type BackupSettings,
  changeBackupSettings,
  type PinnedSettings,
} from '../../../data/backups/backups.ts';
import {useSettingsForm} from '../use-settings-form.ts';
import styles from './settings-dialog.module.css';

interface SettingsDialogProps {
  settings: BackupSettings;
  pinned: PinnedSettings;
  onClose: () => void;
}

const AT_LEAST_ONE: RegisterOptions<BackupSettings> = {
  valueAsNumber: true,
  validate: (value) => Number(value) >= 1 || t`Enter 1 or more.`,
};

/** Edits the backup settings. Pinned settings are read-only. */
export function SettingsDialog({settings, pinned, onClose}: SettingsDialogProps) {
  const {setting, timeSetting, failure, isDirty, isSubmitting, onSubmit} = useSettingsForm({
    section: 'BackupSettings',
    settings,
    pinned,
    change: changeBackupSettings,
    onSaved: onClose,
  });
  return (
    <InputDialog title={t`Backup settings`} size="large" isChanged={isDirty} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <DialogBody>
          <Checkbox asSwitch label={t`Create a backup every day`} {...setting('Enable')} />
          <div className={styles.pair}>
            <TimeField label={t`Time of day`} {...timeSetting('DailyRunTime')} />
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
    </InputDialog>
  );
}
