import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Route, Routes, useNavigate} from 'react-router';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordList, RecordRow} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  deleteImportFile,
  fileTitle,
  IMPORT_JOB_TYPE,
  type ImportFile,
  useImportFiles,
} from '../../../data/imports/imports.ts';
import {isUnfinished, type Job, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from './bulk-import-page.module.css';
import {ImportRunPage} from './import-run-page.tsx';
import {RunProgress} from './run-progress.tsx';
import {runTitle} from './run-title.ts';
import {StartDialog} from './start-dialog.tsx';
import {UploadArea} from './upload-area.tsx';

/** The pages of the bulk import: the list of files and runs, and a page for each run. */
export default function BulkImportPages() {
  return (
    <Routes>
      <Route index element={<BulkImportPage />} />
      <Route path=":jobId" element={<ImportRunPage />} />
    </Routes>
  );
}

/** The open dialog. */
type Open = {what: 'validate' | 'apply' | 'deletion'; file: string} | undefined;

function BulkImportPage() {
  const [open, setOpen] = useState<Open>();
  const files = useImportFiles();
  const runs = useJobsOfType(IMPORT_JOB_TYPE);
  const error = files.error ?? runs.error;
  const close = () => setOpen(undefined);
  return (
    <AdministrationPage
      title={t`Import`}
      intro={t`Import teams, channels, users and messages from a file. Check the file first to see all errors before anything is imported. You can import the same file again. Only differences are applied. Exports of Mattermost work as they are. Convert those of Slack with mmetl.`}
    >
      {!files.data || !runs.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all([files.refetch(), runs.refetch()])} />
      ) : (
        <>
          <UploadArea />
          {files.data.length > 0 && (
            <section className={styles.section}>
              <h2 className={styles.heading}>{t`Uploaded files`}</h2>
              <RecordList label={t`Uploaded files`}>
                {files.data.map((file) => (
                  <FileRow key={file.name} file={file} onOpen={(what) => setOpen({what, file: file.name})} />
                ))}
              </RecordList>
            </section>
          )}
          <section className={styles.section}>
            <h2 className={styles.heading}>{t`Checks and imports`}</h2>
            {runs.data.length === 0 ? (
              <EmptyState icon="list" title={t`No checks or imports yet`}>
                <p>{t`Upload a file and check it. The results appear here.`}</p>
              </EmptyState>
            ) : (
              <RecordList label={t`Checks and imports`}>
                {runs.data.map((job) => (
                  <RunRow key={job.id} job={job} />
                ))}
              </RecordList>
            )}
            <MoreButton query={runs} label={t`Show older`} />
          </section>
        </>
      )}
      {(open?.what === 'validate' || open?.what === 'apply') && (
        <StartDialog file={open.file} mode={open.what} onClose={close} />
      )}
      {open?.what === 'deletion' && <DeleteDialog file={open.file} onClose={close} />}
    </AdministrationPage>
  );
}

function DeleteDialog({file, onClose}: {file: string; onClose: () => void}) {
  const name = fileTitle(file);
  return (
    <ConfirmDialog
      title={t`Delete this file?`}
      confirmLabel={t`Delete`}
      danger
      onConfirm={() => deleteImportFile(file)}
      onClose={onClose}
    >
      <p>
        <Trans>
          {name} is deleted from the server. Data that was imported from it is not affected, and you can
          upload the file again.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

interface FileRowProps {
  file: ImportFile;
  onOpen: (what: 'validate' | 'apply' | 'deletion') => void;
}

function FileRow({file, onOpen}: FileRowProps) {
  const {dateTime} = useDates();
  const name = fileTitle(file.name);
  return (
    <RecordRow
      title={name}
      facts={[`${dateTime(file.create_at)} · ${byteSize(file.size)}`]}
      actions={
        <>
          <Button size="small" icon="check" aria-label={t`Check ${name}`} onPress={() => onOpen('validate')}>
            {t({message: 'Check', context: 'verb'})}
          </Button>
          <Button size="small" icon="play" aria-label={t`Import ${name}`} onPress={() => onOpen('apply')}>
            {t({message: 'Import', context: 'verb'})}
          </Button>
          <IconButton
            icon="trash"
            size="small"
            label={t`Delete ${name}`}
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
  const title = runTitle(job);
  const created = dateTime(job.create_at);
  const isRunning = isUnfinished(job);
  return (
    <RecordRow
      title={title}
      status={data.ending === 'errors' ? <Tag kind="bad">{t`Errors found`}</Tag> : <JobStatusTag job={job} />}
      facts={[
        data.initiated_by ? (
          <Trans>
            Started {created} by <PersonName userId={data.initiated_by} />
          </Trans>
        ) : (
          <Trans>Started {created}</Trans>
        ),
        ...(data.errors === undefined ? [] : [countsText(data)]),
      ]}
      actions={
        <Button
          size="small"
          aria-label={isRunning ? t`View progress: ${title}` : t`View report: ${title}`}
          onPress={() => navigate(`/_admin/import/${job.id}`)}
        >
          {isRunning ? <Trans>View progress</Trans> : <Trans>View report</Trans>}
        </Button>
      }
    >
      {isRunning && <RunProgress job={job} />}
      {job.status === 'error' && data.ending !== 'errors' && data.error && (
        <Notice kind="error">{data.error}</Notice>
      )}
    </RecordRow>
  );
}

function countsText({line, errors, warnings}: Job['data']): string {
  return [
    plural(Number(line ?? 0), {one: '# line', other: '# lines'}),
    plural(Number(errors ?? 0), {one: '# error', other: '# errors'}),
    plural(Number(warnings ?? 0), {one: '# warning', other: '# warnings'}),
  ].join(' · ');
}
