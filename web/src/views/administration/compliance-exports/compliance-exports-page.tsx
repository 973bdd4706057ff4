import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {type ExportSettings, useExportSettings} from '../../../data/compliance/export-settings.ts';
import {EXPORT_JOB_TYPE} from '../../../data/compliance/exports.ts';
import {type Job, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from '../scheduled-archives.module.css';
import {ExportNowDialog} from './export-now.tsx';
import {ExportRow} from './export-row.tsx';
import {formatLabel} from './formats.ts';
import {SettingsDialog} from './settings-dialog.tsx';
import {VerificationDialog} from './verification.tsx';

/** The open dialog. */
type Open = {what: 'now' | 'settings'} | {what: 'verification'; job: Job} | undefined;

/** The exports for an archiving system: their schedule and their runs. */
export default function ComplianceExportsPage() {
  const [open, setOpen] = useState<Open>();
  const config = useExportSettings();
  const runs = useJobsOfType(EXPORT_JOB_TYPE);
  const error = config.error ?? runs.error;
  const close = () => setOpen(undefined);
  return (
    <AdministrationPage
      title={t`Scheduled exports`}
      intro={t`Send messages to your archiving system every day. Each export continues where the last one ended, so nothing is missing or duplicated.`}
      actions={
        config.data && (
          <Button kind="primary" icon="play" onPress={() => setOpen({what: 'now'})}>
            <Trans>Export now</Trans>
          </Button>
        )
      }
    >
      {!config.data || !runs.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all([config.refetch(), runs.refetch()])} />
      ) : (
        <>
          <Schedule settings={config.data.settings} onEdit={() => setOpen({what: 'settings'})} />
          <h2 className={styles.heading}>{t`Exports`}</h2>
          {runs.data.length === 0 ? (
            <EmptyState icon="archive" title={t`No exports yet`}>
              <p>{t`Daily exports and exports that you start yourself appear here.`}</p>
            </EmptyState>
          ) : (
            <RecordList label={t`Exports`}>
              {runs.data.map((job) => (
                <ExportRow
                  key={job.id}
                  job={job}
                  mayDownload={config.data.settings.DownloadExportResults}
                  onVerify={() => setOpen({what: 'verification', job})}
                />
              ))}
            </RecordList>
          )}
          <MoreButton query={runs} label={t`Show older exports`} />
          {open?.what === 'now' && (
            <ExportNowDialog format={config.data.settings.ExportFormat} onClose={close} />
          )}
          {open?.what === 'settings' && <SettingsDialog {...config.data} onClose={close} />}
          {open?.what === 'verification' && <VerificationDialog job={open.job} onClose={close} />}
        </>
      )}
    </AdministrationPage>
  );
}

function Schedule({settings, onEdit}: {settings: ExportSettings; onEdit: () => void}) {
  const {EnableExport, DailyRunTime: time, ExportFormat, BatchSize, DownloadExportResults} = settings;
  const format = formatLabel(ExportFormat);
  return (
    <section className={styles.schedule} aria-label={t`Daily export`}>
      <CardIntro
        icon="clock"
        tone={EnableExport ? 'success' : 'quiet'}
        title={EnableExport ? t`Every day at ${time}, server time` : t`Daily export is off`}
      >
        {joinSentences([
          plural(BatchSize, {
            one: `Format: ${format}, up to # message per batch.`,
            other: `Format: ${format}, up to # messages per batch.`,
          }),
          DownloadExportResults ? t`You can download exports here.` : t`Exports stay on the server.`,
        ])}
      </CardIntro>
      <Button icon="settings" onPress={onEdit}>
        <Trans>Edit</Trans>
      </Button>
    </section>
  );
}
