import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {BULK_EXPORT_JOB_TYPE, useExportFiles} from '../../../data/exports/exports.ts';
import {isUnfinished, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {CreateExportDialog} from './create-export-dialog.tsx';
import {ExportFileRow} from './export-file-row.tsx';
import {ExportRunRow} from './export-run-row.tsx';

/** The bulk exports on the server. */
export default function BulkExportsPage() {
  const [isCreating, setCreating] = useState(false);
  const runs = useJobsOfType(BULK_EXPORT_JOB_TYPE);
  const files = useExportFiles(runs.data);
  const error = [runs, files].find((query) => query.error && !query.data)?.error;
  // Running jobs, and the latest job if it failed. Completed exports are in the list below.
  const notable = runs.data?.filter(
    (job, index) => isUnfinished(job) || (index === 0 && job.status === 'error'),
  );
  return (
    <AdministrationPage
      title={t`Bulk export`}
      intro={t`Export teams, channels, users and messages to a file that this server or another one can import.`}
      actions={
        <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
          <Trans>Create export</Trans>
        </Button>
      }
    >
      {!notable || !files.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all([runs.refetch(), files.refetch()])} />
      ) : (
        <>
          {notable.length > 0 && (
            <RecordList label={t`Running exports`}>
              {notable.map((job) => (
                <ExportRunRow key={job.id} job={job} />
              ))}
            </RecordList>
          )}
          {files.data.length === 0 ? (
            <EmptyState icon="archive" title={t`No exports yet`}>
              <p>{t`Exports contain everything except passwords, deleted messages and integrations.`}</p>
            </EmptyState>
          ) : (
            <RecordList label={t`Exports`}>
              {files.data.map((file) => (
                <ExportFileRow
                  key={file.name}
                  file={file}
                  job={runs.data?.find(({data}) => data.export_file === file.name)}
                />
              ))}
            </RecordList>
          )}
        </>
      )}
      {isCreating && <CreateExportDialog onClose={() => setCreating(false)} />}
    </AdministrationPage>
  );
}
