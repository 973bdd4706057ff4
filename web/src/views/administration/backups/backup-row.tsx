import {useState} from 'react';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type Backup, backupAddress, deleteBackup, verifyBackup} from '../../../data/backups/backups.ts';
import {cancelJob, isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {useChange} from '../use-change.ts';

const REASONS: Readonly<Record<Backup['reason'], string>> = {
  manual: 'Created by hand',
  scheduled: 'Daily backup',
  migration: 'Before an update of Patchbay, without files',
  upgrade: 'Before an upgrade of PostgreSQL, without files',
};

interface BackupRowProps {
  backup: Backup;
  /** The last time that it was verified, if it was. */
  verification: Job | undefined;
}

/** A backup on the server, and what can be done with it. */
export function BackupRow({backup, verification}: BackupRowProps) {
  const dates = useDates();
  const {busy, change} = useChange();
  const [isDeleting, setDeleting] = useState(false);
  const {name, size, create_at, reason, encrypted} = backup;
  const isVerifying = verification !== undefined && isUnderWay(verification);
  const when = dates.dateTime(create_at);
  return (
    <RecordRow
      title={when}
      status={<Tag kind={encrypted ? 'good' : 'plain'}>{encrypted ? 'Encrypted' : 'Not encrypted'}</Tag>}
      facts={[
        `${REASONS[reason]}, ${byteSize(size)}`,
        <code key="name">{name}</code>,
        ...(verification?.status === 'success'
          ? [`Verified ${dates.dateTime(verification.last_activity_at)}: it is sound`]
          : []),
      ]}
      actions={
        <>
          <DownloadLink size="small" href={backupAddress(name)} aria-label={`Download the backup of ${when}`}>
            Download
          </DownloadLink>
          {!isVerifying && (
            <Button
              size="small"
              icon="shield"
              busy={busy}
              aria-label={`Verify the backup of ${when}`}
              onPress={() => void change(() => verifyBackup(name))}
            >
              Verify
            </Button>
          )}
          <Button
            size="small"
            icon="trash"
            aria-label={`Delete the backup of ${when}`}
            onPress={() => setDeleting(true)}
          >
            Delete
          </Button>
        </>
      }
    >
      {isVerifying && (
        <>
          <ProgressBar
            label={verification.status === 'pending' ? 'Waiting' : 'Verifying'}
            share={verification.data.bytes === undefined ? undefined : verification.progress / 100}
          />
          <CancelButton label="Cancel the verification" onCancel={() => cancelJob(verification)} />
        </>
      )}
      {verification?.status === 'error' && (
        <Notice kind="error">{verification.data.error || 'It could not be verified.'}</Notice>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this backup?"
          confirmLabel="Delete"
          danger
          onConfirm={() => deleteBackup(name)}
          onClose={() => setDeleting(false)}
        >
          The backup of {when} ({byteSize(size)}) is deleted from the server. This cannot be undone.
        </ConfirmDialog>
      )}
    </RecordRow>
  );
}
