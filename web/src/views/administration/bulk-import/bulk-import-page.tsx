import {useState} from 'react';
import {Route, Routes, useNavigate} from 'react-router';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {RecordList, RecordRow} from '../../../components/ui/record-list.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  deleteImportFile,
  fileTitle,
  IMPORT_JOB_TYPE,
  type ImportFile,
  useImportFiles,
} from '../../../data/imports/imports.ts';
import {isUnderWay, type Job, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from './bulk-import-page.module.css';
import {ImportRunPage} from './import-run-page.tsx';
import {RunProgress} from './run-progress.tsx';
import {StartDialog} from './start-dialog.tsx';
import {UploadArea} from './upload-area.tsx';

/** The pages of the bulk import: files and runs, and each run by itself. */
export default function BulkImportPages() {
  return (
    <Routes>
      <Route index element={<BulkImportPage />} />
      <Route path=":jobId" element={<ImportRunPage />} />
    </Routes>
  );
}

/** What is open over the page. */
type Open = {what: 'validate' | 'apply' | 'deletion'; file: string} | undefined;

function BulkImportPage() {
  const [open, setOpen] = useState<Open>();
  const files = useImportFiles();
  const runs = useJobsOfType(IMPORT_JOB_TYPE);
  const error = files.error ?? runs.error;
  const close = () => setOpen(undefined);
  return (
    <AdministrationPage
      title="Import"
      lead="Bring teams, channels, people and messages from a file. Check it first: you see what is wrong, line by line, before anything is written. The same file can be imported again, and changes only what is different."
    >
      {error && !(files.data && runs.data) ? (
        <ErrorState error={error} onRetry={() => void Promise.all([files.refetch(), runs.refetch()])} />
      ) : !files.data || !runs.data ? (
        <LoadingState />
      ) : (
        <>
          <UploadArea />
          {files.data.length > 0 && (
            <section className={styles.section}>
              <h2 className={styles.heading}>Files on the server</h2>
              <RecordList label="Files on the server">
                {files.data.map((file) => (
                  <FileRow key={file.name} file={file} onOpen={(what) => setOpen({what, file: file.name})} />
                ))}
              </RecordList>
            </section>
          )}
          <section className={styles.section}>
            <h2 className={styles.heading}>Checks and imports</h2>
            {runs.data.length === 0 ? (
              <EmptyState icon="list" title="Nothing was checked yet">
                <p>Send a file, and have it checked. What is found appears here.</p>
              </EmptyState>
            ) : (
              <RecordList label="Checks and imports">
                {runs.data.map((job) => (
                  <RunRow key={job.id} job={job} />
                ))}
              </RecordList>
            )}
            <MoreButton query={runs} label="Show older ones" />
          </section>
        </>
      )}
      {(open?.what === 'validate' || open?.what === 'apply') && (
        <StartDialog file={open.file} mode={open.what} onClose={close} />
      )}
      {open?.what === 'deletion' && (
        <ConfirmDialog
          title="Delete the file?"
          confirmLabel="Delete"
          danger
          onConfirm={() => deleteImportFile(open.file)}
          onClose={close}
        >
          <p>
            {fileTitle(open.file)} is removed from the server. What was imported from it stays, and you can
            send it again.
          </p>
        </ConfirmDialog>
      )}
    </AdministrationPage>
  );
}

interface FileRowProps {
  file: ImportFile;
  onOpen: (what: 'validate' | 'apply' | 'deletion') => void;
}

function FileRow({file, onOpen}: FileRowProps) {
  const {dateTime} = useDates();
  const title = fileTitle(file.name);
  return (
    <RecordRow
      title={title}
      facts={[`${dateTime(file.create_at)}, ${byteSize(file.size)}`]}
      actions={
        <>
          <Button size="small" icon="check" aria-label={`Check ${title}`} onPress={() => onOpen('validate')}>
            Check
          </Button>
          <Button size="small" icon="play" aria-label={`Import ${title}`} onPress={() => onOpen('apply')}>
            Import
          </Button>
          <IconButton
            icon="trash"
            size="small"
            label={`Delete ${title}`}
            onPress={() => onOpen('deletion')}
          />
        </>
      }
    />
  );
}

function RunRow({job}: {job: Job}) {
  const navigate = useNavigate();
  const {dateTime} = useDates();
  const {data} = job;
  const title = `${data.mode === 'validate' ? 'Check' : 'Import'} of ${fileTitle(data.import_file ?? '')}`;
  const toDo = isUnderWay(job) ? 'Follow it' : 'Show the report';
  return (
    <RecordRow
      title={title}
      status={data.ending === 'errors' ? <Tag kind="bad">Errors found</Tag> : <JobStatusTag job={job} />}
      facts={[
        <>
          {dateTime(job.create_at)}
          {data.initiated_by && (
            <>
              {' by '}
              <PersonName userId={data.initiated_by} />
            </>
          )}
        </>,
        ...(data.errors === undefined ? [] : [findingsInWords(data)]),
      ]}
      actions={
        <Button
          size="small"
          aria-label={`${toDo}: ${title}`}
          onPress={() => navigate(`/_admin/import/${job.id}`)}
        >
          {toDo}
        </Button>
      }
    >
      {isUnderWay(job) && <RunProgress job={job} />}
    </RecordRow>
  );
}

function findingsInWords({line, errors, warnings}: Job['data']): string {
  const amount = (text: string | undefined, one: string) =>
    `${count(Number(text ?? 0))} ${one}${text === '1' ? '' : 's'}`;
  return [amount(line, 'line'), amount(errors, 'error'), amount(warnings, 'warning')].join(', ');
}
