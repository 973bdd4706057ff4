import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {
  BACKUP_JOB_TYPE,
  BACKUP_VERIFY_JOB_TYPE,
  type BackupSettings,
  createBackup,
  useBackupSettings,
  useBackups,
} from '../../../data/backups/backups.ts';
import {isUnderWay, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {amount} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from '../scheduled-archives.module.css';
import {useChange} from '../use-change.ts';
import {BackupRow} from './backup-row.tsx';
import {BackupRunRow} from './backup-run-row.tsx';
import {SettingsDialog} from './settings-dialog.tsx';

/** Backups on the server: create, schedule, download, verify and delete them. */
export default function BackupsPage() {
  const [isEditing, setEditing] = useState(false);
  const {busy, change} = useChange();
  const config = useBackupSettings();
  const runs = useJobsOfType(BACKUP_JOB_TYPE);
  const verifications = useJobsOfType(BACKUP_VERIFY_JOB_TYPE);
  const backups = useBackups(runs.data);
  const all = [config, runs, verifications, backups];
  const error = all.find((query) => query.error && !query.data)?.error;
  // What is running, and why the last one failed. What went well is in the list below.
  const notable = runs.data?.filter(
    (job, index) => isUnderWay(job) || (index === 0 && job.status === 'error'),
  );
  return (
    <AdministrationPage
      title="Backups"
      lead="A backup holds everything: the database, files, settings and keys. It is created while people keep working, and can be restored on another machine."
      actions={
        <Button kind="primary" icon="add" busy={busy} onPress={() => void change(createBackup)}>
          Create backup
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />
      ) : !config.data || !notable || !verifications.data || !backups.data ? (
        <LoadingState />
      ) : (
        <>
          <Schedule settings={config.data.settings} onEdit={() => setEditing(true)} />
          {config.data.settings.Passphrase === '' && (
            <Notice kind="warning">
              New backups are not encrypted, and contain keys and password hashes. Set a passphrase, or store
              them as safely as the server itself.
            </Notice>
          )}
          {notable.length > 0 && (
            <RecordList label="Running backups">
              {notable.map((job) => (
                <BackupRunRow key={job.id} job={job} />
              ))}
            </RecordList>
          )}
          <h2 className={styles.heading}>On the server</h2>
          {backups.data.length === 0 ? (
            <EmptyState icon="archive" title="No backups yet">
              <p>Create one now, or turn on the daily backup.</p>
            </EmptyState>
          ) : (
            <RecordList label="Backups">
              {backups.data.map((backup) => (
                <BackupRow
                  key={backup.name}
                  backup={backup}
                  verification={verifications.data?.find((job) => job.data.file === backup.name)}
                />
              ))}
            </RecordList>
          )}
          {isEditing && <SettingsDialog {...config.data} onClose={() => setEditing(false)} />}
        </>
      )}
    </AdministrationPage>
  );
}

function Schedule({settings, onEdit}: {settings: BackupSettings; onEdit: () => void}) {
  const {Enable, DailyRunTime, RetentionDays, RetentionCount, Directory, Passphrase} = settings;
  return (
    <section className={styles.schedule} aria-label="Daily backup">
      <CardIntro
        icon="clock"
        tone={Enable ? 'success' : 'quiet'}
        title={Enable ? `Every day at ${DailyRunTime}, server time` : 'Daily backup is off'}
      >
        Kept for {amount(RetentionDays, 'day')}, and always the newest {RetentionCount}, in{' '}
        {Directory === '' ? 'the data directory' : <code>{Directory}</code>}.{' '}
        {Passphrase === '' ? 'Not encrypted.' : 'Encrypted with a passphrase.'}
      </CardIntro>
      <Button icon="settings" onPress={onEdit}>
        Edit
      </Button>
    </section>
  );
}
