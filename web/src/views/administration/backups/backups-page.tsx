import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {sentenceSpace} from '../../../../../server/src/platform/languages/languages.ts';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {
  BACKUP_JOB_TYPE,
  BACKUP_VERIFY_JOB_TYPE,
  type BackupSettings,
  createBackup,
  useBackupSettings,
  useBackups,
} from '../../../data/backups/backups.ts';
import {isUnfinished, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {language} from '../../../lib/language.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from '../scheduled-archives.module.css';
import {useChange} from '../use-change.ts';
import {BackupRow} from './backup-row.tsx';
import {BackupRunRow} from './backup-run-row.tsx';
import {SettingsDialog} from './settings-dialog.tsx';

/** The backups on the server, and the schedule of daily ones. */
export default function BackupsPage() {
  const [isEditing, setEditing] = useState(false);
  const {busy, change} = useChange();
  const config = useBackupSettings();
  const runs = useJobsOfType(BACKUP_JOB_TYPE);
  const verifications = useJobsOfType(BACKUP_VERIFY_JOB_TYPE);
  const backups = useBackups(runs.data);
  const all = [config, runs, verifications, backups];
  const error = all.find((query) => query.error && !query.data)?.error;
  // Running jobs, and the latest job if it failed. Completed backups are in the list below.
  const notable = runs.data?.filter(
    (job, index) => isUnfinished(job) || (index === 0 && job.status === 'error'),
  );
  return (
    <AdministrationPage
      title={t`Backups`}
      intro={t`A backup contains everything: the database, files, settings and keys. People can keep working while it is created, and you can restore it on another machine.`}
      actions={
        <Button kind="primary" icon="add" busy={busy} onPress={() => void change(createBackup)}>
          <Trans>Create backup</Trans>
        </Button>
      }
    >
      {!config.data || !notable || !verifications.data || !backups.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />
      ) : (
        <>
          <Schedule settings={config.data.settings} onEdit={() => setEditing(true)} />
          {config.data.settings.Passphrase === '' && (
            <Notice kind="warning">
              <Trans>
                New backups are not encrypted. They contain keys and password hashes. Set a passphrase, or
                protect them as well as the server itself.
              </Trans>
            </Notice>
          )}
          {notable.length > 0 && (
            <RecordList label={t`Running backups`}>
              {notable.map((job) => (
                <BackupRunRow key={job.id} job={job} />
              ))}
            </RecordList>
          )}
          <h2 className={styles.heading}>{t`Backups on the server`}</h2>
          {backups.data.length === 0 ? (
            <EmptyState icon="archive" title={t`No backups yet`}>
              <p>{t`Create one now, or turn on daily backups.`}</p>
            </EmptyState>
          ) : (
            <RecordList label={t`Backups`}>
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
  const {Enable, DailyRunTime: time, RetentionDays, RetentionCount, Directory, Passphrase} = settings;
  const space = sentenceSpace(language());
  return (
    <section className={styles.schedule} aria-label={t`Daily backup`}>
      <CardIntro
        icon="clock"
        tone={Enable ? 'success' : 'quiet'}
        title={Enable ? t`Every day at ${time}, server time` : t`Daily backup is off`}
      >
        {plural(RetentionDays, {
          one: 'Daily backups are deleted after # day.',
          other: 'Daily backups are deleted after # days.',
        })}
        {space}
        {plural(RetentionCount, {
          one: 'The newest backup is always kept.',
          other: 'The newest # backups are always kept.',
        })}
        {space}
        {Directory === '' ? (
          <Trans>Backups are stored in the data directory.</Trans>
        ) : (
          <Trans>
            Backups are stored in <code>{Directory}</code>.
          </Trans>
        )}
        {space}
        {Passphrase !== '' && <Trans>New backups are encrypted with a passphrase.</Trans>}
      </CardIntro>
      <Button icon="settings" onPress={onEdit}>
        <Trans>Edit</Trans>
      </Button>
    </section>
  );
}
