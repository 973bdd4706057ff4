import {useEffect, useState} from 'react';
import {useNavigate, useParams} from 'react-router';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {
  fileTitle,
  IMPORT_JOB_TYPE,
  type ImportReport,
  optionsOf,
  reportAddress,
  useImportFiles,
  useImportReport,
} from '../../../data/imports/imports.ts';
import {cancelJob, isUnderWay, type Job, refreshJobs, useJob} from '../../../data/jobs/jobs.ts';
import {count} from '../../../lib/numbers.ts';
import {isNotFound} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {Findings} from './findings.tsx';
import styles from './import-run-page.module.css';
import {ObjectTable} from './object-table.tsx';
import {RunProgress} from './run-progress.tsx';
import {StartDialog} from './start-dialog.tsx';

/** One check or import: how far it is, then what it has found and done, and what comes next. */
export function ImportRunPage() {
  const {jobId = ''} = useParams();
  const navigate = useNavigate();
  const {data: job, error, refetch} = useJob(jobId);
  const isOver = job !== undefined && !isUnderWay(job);
  useEffect(() => {
    if (isOver) void refreshJobs(IMPORT_JOB_TYPE);
  }, [isOver]);
  const what = job?.data.mode === 'apply' ? 'Import' : 'Check';
  return (
    <AdministrationPage
      title={job ? `${what} of ${fileTitle(job.data.import_file ?? '')}` : 'Import'}
      before={
        <IconButton icon="arrowLeft" label="Back to the files" onPress={() => navigate('/_admin/import')} />
      }
    >
      {job ? (
        isOver ? (
          <Ended job={job} />
        ) : (
          <Running job={job} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </AdministrationPage>
  );
}

function Running({job}: {job: Job}) {
  const [isAsking, setAsking] = useState(false);
  const isCheck = job.data.mode === 'validate';
  return (
    <section className={styles.card}>
      <RunProgress job={job} />
      <div className={styles.actions}>
        <Button icon="close" isDisabled={job.status === 'cancel_requested'} onPress={() => setAsking(true)}>
          Cancel
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={isCheck ? 'Stop checking?' : 'Stop the import?'}
          confirmLabel={isCheck ? 'Stop the check' : 'Stop the import'}
          danger={!isCheck}
          onConfirm={() => cancelJob(job)}
          onClose={() => setAsking(false)}
        >
          <p>
            {isCheck
              ? 'Nothing was written, and nothing will be.'
              : 'What is in stays in. Import the same file again to go on from there.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Ended({job}: {job: Job}) {
  const {data: report, error, refetch} = useImportReport(job.id, true);
  if (error && isNotFound(error)) return <WithoutReport job={job} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!report) return <LoadingState />;
  return (
    <>
      <Outcome job={job} report={report} />
      {report.errors > 0 && <Findings report={report} />}
      <ObjectTable report={report} />
      {report.errors === 0 && <Findings report={report} />}
    </>
  );
}

/** It ended before it could report: canceled while it waited, or its file was gone. */
function WithoutReport({job}: {job: Job}) {
  return (
    <Notice kind={job.status === 'canceled' ? 'info' : 'error'}>
      {job.status === 'canceled'
        ? 'It was canceled before it had begun. Nothing was written.'
        : job.data.error || 'There is no report of it any more.'}
    </Notice>
  );
}

/** How it ended, in a sentence or two, and what can be done next. */
function Outcome({job, report}: {job: Job; report: ImportReport}) {
  const navigate = useNavigate();
  const files = useImportFiles();
  const [mode, setMode] = useState<'validate' | 'apply'>();
  const file = job.data.import_file ?? '';
  const isThere = files.data?.some(({name}) => name === file) ?? false;
  const isSoundCheck = report.mode === 'validate' && report.ending === 'done';
  const isImported = report.mode === 'apply' && report.ending === 'done';
  return (
    <section className={styles.card} aria-label="Outcome">
      <Notice
        kind={isSoundCheck || isImported ? 'success' : report.ending === 'interrupted' ? 'warning' : 'error'}
      >
        {outcomeInWords(report)}
      </Notice>
      <p className={styles.quiet}>
        {count(report.lines)} {report.lines === 1 ? 'line' : 'lines'} read in {seconds(report.seconds)}
        {report.resumed_at_line !== undefined && `, going on at line ${count(report.resumed_at_line)}`}.
      </p>
      <div className={styles.actions}>
        {isSoundCheck && isThere && (
          <Button kind="primary" icon="play" onPress={() => setMode('apply')}>
            Import this file
          </Button>
        )}
        {isImported && (
          <Button kind="primary" icon="message" onPress={() => navigate('/')}>
            See it in the channels
          </Button>
        )}
        {!isSoundCheck && !isImported && report.ending !== 'errors' && isThere && (
          <Button kind="primary" icon="refresh" onPress={() => setMode(report.mode)}>
            {report.mode === 'apply' ? 'Go on with the import' : 'Check again'}
          </Button>
        )}
        {report.ending === 'errors' && (
          <Button kind="primary" icon="upload" onPress={() => navigate('/_admin/import')}>
            Send the corrected file
          </Button>
        )}
        <DownloadLink href={reportAddress(job.id)} download={`${fileTitle(file)}.report.json`}>
          Report as JSON
        </DownloadLink>
      </div>
      {mode && (
        <StartDialog file={file} mode={mode} initial={optionsOf(job)} onClose={() => setMode(undefined)} />
      )}
    </section>
  );
}

function outcomeInWords({mode, ending, errors, problem = '', lines_imported = 0}: ImportReport): string {
  const found = `${count(errors)} ${errors === 1 ? 'error' : 'errors'}`;
  const whatIsIn =
    lines_imported > 0
      ? `Lines 1 to ${count(lines_imported)} are in, and what follows is not.`
      : 'Nothing is in.';
  if (mode === 'validate') {
    if (ending === 'done') return 'There are no errors: the file can be imported.';
    if (ending === 'interrupted') return 'The check was stopped. Below is what it had found so far.';
    if (ending === 'failed') return `The check failed. ${problem}`;
    return `The file has ${found}. Nothing was written. Correct the lines below, send the file again, and have it checked.`;
  }
  if (ending === 'done') return 'Everything is in. Who is signed in sees it already.';
  if (ending === 'interrupted')
    return `The import was stopped. ${whatIsIn} Import the file again to go on there.`;
  if (ending === 'failed') return `The import failed. ${problem} ${whatIsIn}`;
  return `The import stopped at the first error. ${whatIsIn} Correct the line, send the file again and import it: it goes on there.`;
}

function seconds(value: number): string {
  return value < 1 ? 'less than a second' : `${count(Math.round(value))} s`;
}
