import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {
  type ExportSettings,
  formatLabel,
  useExportSettings,
} from '../../../data/compliance/export-settings.ts';
import {EXPORT_JOB_TYPE} from '../../../data/compliance/exports.ts';
import {type Job, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from '../scheduled-archives.module.css';
import {ExportNowDialog} from './export-now.tsx';
import {ExportRow} from './export-row.tsx';
import {SettingsDialog} from './settings-dialog.tsx';
import {VerificationDialog} from './verification.tsx';

/** What is open over the page. */
type Open = {what: 'now' | 'settings'} | {what: 'check'; job: Job} | undefined;

/** The daily export for archives of other makers: its settings, its runs, and one at once. */
export default function ComplianceExportsPage() {
  const [open, setOpen] = useState<Open>();
  const config = useExportSettings();
  const runs = useJobsOfType(EXPORT_JOB_TYPE);
  const error = config.error ?? runs.error;
  const close = () => setOpen(undefined);
  return (
    <AdministrationPage
      title="Scheduled exports"
      lead="Exports bring what was said, who was there and the files to an archive of another maker. Each one goes on where the last one ended, so that nothing is missing and nothing comes twice."
      actions={
        config.data && (
          <Button kind="primary" icon="play" onPress={() => setOpen({what: 'now'})}>
            Export now
          </Button>
        )
      }
    >
      {error && !(config.data && runs.data) ? (
        <ErrorState error={error} onRetry={() => void Promise.all([config.refetch(), runs.refetch()])} />
      ) : !config.data || !runs.data ? (
        <LoadingState />
      ) : (
        <>
          <Schedule settings={config.data.settings} onChange={() => setOpen({what: 'settings'})} />
          <h2 className={styles.heading}>Runs</h2>
          {runs.data.length === 0 ? (
            <EmptyState icon="archive" title="Nothing was exported yet">
              <p>The daily export appears here when it has run, and so does one that you start yourself.</p>
            </EmptyState>
          ) : (
            <RecordList label="Exports">
              {runs.data.map((job) => (
                <ExportRow
                  key={job.id}
                  job={job}
                  mayDownload={config.data.settings.DownloadExportResults}
                  onCheck={() => setOpen({what: 'check', job})}
                />
              ))}
            </RecordList>
          )}
          <MoreButton query={runs} label="Show older runs" />
          {open?.what === 'now' && (
            <ExportNowDialog format={config.data.settings.ExportFormat} onClose={close} />
          )}
          {open?.what === 'settings' && <SettingsDialog {...config.data} onClose={close} />}
          {open?.what === 'check' && <VerificationDialog job={open.job} onClose={close} />}
        </>
      )}
    </AdministrationPage>
  );
}

function Schedule({settings, onChange}: {settings: ExportSettings; onChange: () => void}) {
  const {EnableExport, DailyRunTime, ExportFormat, BatchSize, DownloadExportResults} = settings;
  return (
    <section className={styles.schedule} aria-label="The daily export">
      <CardIntro
        icon="clock"
        tone={EnableExport ? 'success' : 'quiet'}
        title={EnableExport ? `Every day at ${DailyRunTime}, server time` : 'The daily export is off'}
      >
        {formatLabel(ExportFormat)}, up to {count(BatchSize)} messages in a batch.{' '}
        {DownloadExportResults ? 'Results can be downloaded here.' : 'Results stay on the server.'}
      </CardIntro>
      <Button icon="settings" onPress={onChange}>
        {EnableExport ? 'Change' : 'Set it up'}
      </Button>
    </section>
  );
}
