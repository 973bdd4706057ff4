import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Button} from '../../../components/ui/button.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type Backup, backupAddress, deleteBackup, verifyBackup} from '../../../data/backups/backups.ts';
import {cancelJob, isUnfinished, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {StoredFileActions} from '../stored-file-actions.tsx';
import {useChange} from '../use-change.ts';

const REASONS: Readonly<Record<Backup['reason'], MessageDescriptor>> = {
  manual: msg`Created manually`,
  scheduled: msg`Daily backup`,
  migration: msg`Before a Patchbay update, without files`,
  upgrade: msg`Before a PostgreSQL upgrade, without files`,
};

interface BackupRowProps {
  backup: Backup;
  /** Its latest verification, if there is one. */
  verification: Job | undefined;
}

/** A backup on the server, with its actions. */
export function BackupRow({backup, verification}: BackupRowProps) {
  const dates = useDates();
  const {busy, change} = useChange();
  const {name, create_at, reason, encrypted} = backup;
  const isVerifying = verification !== undefined && isUnfinished(verification);
  const created = dates.dateTime(create_at);
  const size = byteSize(backup.size);
  const verified = dates.dateTime(verification?.last_activity_at ?? 0);
  return (
    <RecordRow
      title={created}
      status={encrypted ? <Tag kind="good">{t`Encrypted`}</Tag> : <Tag>{t`Not encrypted`}</Tag>}
      facts={[
        `${i18n._(REASONS[reason])} · ${size}`,
        <code key="name">{name}</code>,
        ...(verification?.status === 'success' ? [t`Verified ${verified}: no problems found`] : []),
      ]}
      actions={
        <StoredFileActions
          address={backupAddress(name)}
          downloadLabel={t`Download the backup from ${created}`}
          deleteLabel={t`Delete the backup from ${created}`}
          title={t`Delete this backup?`}
          question={
            <Trans>
              The backup from {created} ({size}) is deleted from the server. This can't be undone.
            </Trans>
          }
          onDelete={() => deleteBackup(name)}
        >
          {!isVerifying && (
            <Button
              size="small"
              icon="shield"
              busy={busy}
              aria-label={t`Verify the backup from ${created}`}
              onPress={() => void change(() => verifyBackup(name))}
            >
              <Trans>Verify</Trans>
            </Button>
          )}
        </StoredFileActions>
      }
    >
      {isVerifying && (
        <>
          <ProgressBar
            label={verification.status === 'pending' ? t`Pending` : t`Verifying`}
            share={verification.data.bytes === undefined ? undefined : verification.progress / 100}
          />
          <CancelButton label={t`Cancel verification`} onCancel={() => cancelJob(verification)} />
        </>
      )}
      {verification?.status === 'error' && (
        <Notice kind="error">{verification.data.error || t`The backup couldn't be verified.`}</Notice>
      )}
    </RecordRow>
  );
}
