import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useEffect, useState} from 'react';
import {useNavigate, useParams} from 'react-router';
import {sentenceSpace} from '../../../../../server/src/platform/languages/languages.ts';
import {MissingState} from '../../../components/frame/missing-page.tsx';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {
  fileTitle,
  IMPORT_JOB_TYPE,
  type ImportOptions,
  type ImportReport,
  readOptions,
  reportAddress,
  useImportFiles,
  useImportReport,
} from '../../../data/imports/imports.ts';
import {cancelJob, isUnfinished, type Job, refreshJobs, useJob} from '../../../data/jobs/jobs.ts';
import {duration} from '../../../lib/dates.ts';
import {language} from '../../../lib/language.ts';
import {count} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {isNotFound} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {Findings} from './findings.tsx';
import styles from './import-run-page.module.css';
import {ObjectTable} from './object-table.tsx';
import {RunProgress} from './run-progress.tsx';
import {runTitle} from './run-title.ts';
import {StartDialog} from './start-dialog.tsx';

/** A check or import: its progress, and afterwards its result and the next steps. */
export function ImportRunPage() {
  const {jobId = ''} = useParams();
  const {data: job, error, refetch} = useJob(jobId);
  const isOver = job !== undefined && !isUnfinished(job);
  useEffect(() => {
    if (isOver) void refreshJobs(IMPORT_JOB_TYPE);
  }, [isOver]);
  return (
    <AdministrationPage
      title={job ? runTitle(job) : t`Import`}
      back={{path: '/_admin/import', label: t`Back to import`}}
    >
      {job ? (
        isOver ? (
          <Ended job={job} />
        ) : (
          <Running job={job} />
        )
      ) : isNotFound(error) ? (
        <MissingState what="page" />
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      )}
    </AdministrationPage>
  );
}

function Running({job}: {job: Job}) {
  const [isStopping, setStopping] = useState(false);
  const isCheck = job.data.mode === 'validate';
  return (
    <section className={styles.card}>
      <RunProgress job={job} />
      <div className={styles.actions}>
        <Button icon="close" isDisabled={job.status === 'cancel_requested'} onPress={() => setStopping(true)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {isStopping && (
        <ConfirmDialog
          title={isCheck ? t`Stop this check?` : t`Stop this import?`}
          confirmLabel={isCheck ? t`Stop check` : t`Stop import`}
          danger={!isCheck}
          onConfirm={() => cancelJob(job)}
          onClose={() => setStopping(false)}
        >
          <p>
            {isCheck
              ? t`A check doesn't import anything.`
              : t`Lines that are already imported stay. Import the same file again to continue.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Ended({job}: {job: Job}) {
  const {data: report, error, refetch} = useImportReport(job.id, true);
  if (error && isNotFound(error)) return <WithoutReport job={job} />;
  if (!report) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Outcome job={job} report={report} />
      {report.errors > 0 && <Findings report={report} />}
      <ObjectTable report={report} />
      {report.errors === 0 && <Findings report={report} />}
    </>
  );
}

/** A run that ended without a report, because it was canceled while pending or its file was missing. */
function WithoutReport({job}: {job: Job}) {
  return (
    <Notice kind={job.status === 'canceled' ? 'info' : 'error'}>
      {job.status === 'canceled'
        ? t`Canceled before it started. Nothing was imported.`
        : job.data.error || t`The report is no longer available.`}
    </Notice>
  );
}

/** How the run ended, and the next steps. */
function Outcome({job, report}: {job: Job; report: ImportReport}) {
  const navigate = useNavigate();
  const files = useImportFiles();
  const [start, setStart] = useState<{mode: 'validate' | 'apply'; initial: ImportOptions}>();
  const setMode = (mode: 'validate' | 'apply') => setStart({mode, initial: readOptions(job)});
  const lacksDirectChannels = report.findings.some(
    ({rule, severity}) => rule === 'unknown-direct-channel' && severity === 'error',
  );
  const file = job.data.import_file ?? '';
  const resumedLine = count(report.resumed_at_line);
  const isAvailable = files.data?.some(({name}) => name === file) ?? false;
  const isPassedCheck = report.mode === 'validate' && report.ending === 'done';
  const isImported = report.mode === 'apply' && report.ending === 'done';
  return (
    <section className={styles.card} aria-label={t`Result`}>
      <Notice
        kind={isPassedCheck || isImported ? 'success' : report.ending === 'interrupted' ? 'warning' : 'error'}
      >
        {joinSentences(outcomeTexts(report))}
      </Notice>
      <p className={styles.quiet}>
        {linesRead(report)}
        {report.generator && `${sentenceSpace(language())}${originText(report.generator)}`}
        {report.resumed_at_line !== undefined && ` ${t`Resumed at line ${resumedLine}.`}`}
      </p>
      <div className={styles.actions}>
        {isPassedCheck && isAvailable && (
          <Button kind="primary" icon="play" onPress={() => setMode('apply')}>
            <Trans>Import file</Trans>
          </Button>
        )}
        {isImported && (
          <Button kind="primary" icon="message" onPress={() => navigate('/')}>
            <Trans>Go to channels</Trans>
          </Button>
        )}
        {!isPassedCheck && !isImported && report.ending !== 'errors' && isAvailable && (
          <Button kind="primary" icon="refresh" onPress={() => setMode(report.mode)}>
            {report.mode === 'apply' ? t`Resume import` : t`Check again`}
          </Button>
        )}
        {report.ending === 'errors' && (
          <Button kind="primary" icon="upload" onPress={() => navigate('/_admin/import')}>
            <Trans>Upload corrected file</Trans>
          </Button>
        )}
        {report.ending === 'errors' && lacksDirectChannels && isAvailable && (
          <Button
            onPress={() =>
              setStart({mode: report.mode, initial: {...readOptions(job), create_direct_channels: true}})
            }
          >
            <Trans>Create missing direct channels</Trans>
          </Button>
        )}
        <DownloadLink href={reportAddress(job.id)} download={`${fileTitle(file)}.report.json`}>
          <Trans>Download report (JSON)</Trans>
        </DownloadLink>
      </div>
      {start && <StartDialog file={file} {...start} onClose={() => setStart(undefined)} />}
    </section>
  );
}

/** The names of programs that write import files, by the name in the file. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['mattermost-server', 'Mattermost'],
  ['patchbay', 'Patchbay'],
]);

/** Names the program that wrote the file. */
function originText({name, version}: NonNullable<ImportReport['generator']>): string {
  const program = `${PROGRAMS.get(name) ?? name} ${version}`.trim();
  return t`Created by ${program}.`;
}

/** Sentences that say how the run ended. */
function outcomeTexts({mode, ending, errors, problem = '', lines_imported = 0}: ImportReport): string[] {
  if (mode === 'validate') {
    if (ending === 'done') return [t`No errors found. You can import this file.`];
    if (ending === 'interrupted') return [t`The check was canceled. The findings so far are below.`];
    if (ending === 'failed') return [t`The check failed.`, problem];
    return [
      plural(errors, {
        one: 'The file has # error. Nothing was imported.',
        other: 'The file has # errors. Nothing was imported.',
      }),
      t`Fix the lines below, upload the file again and check it.`,
    ];
  }
  if (ending === 'done')
    return [t`Import complete.`, t`People who are signed in can already see the changes.`];
  const lastLine = count(lines_imported);
  const imported =
    lines_imported > 0
      ? t`Lines 1 to ${lastLine} are imported. The rest of the file is not.`
      : t`Nothing was imported.`;
  if (ending === 'interrupted') {
    return [t`The import was canceled.`, imported, t`Import the file again to continue.`];
  }
  if (ending === 'failed') return [t`The import failed.`, problem, imported];
  return [
    t`The import stopped at the first error.`,
    imported,
    t`Fix the line, upload the file again and import it to continue.`,
  ];
}

function linesRead({lines, seconds}: ImportReport): string {
  if (seconds < 1) {
    return plural(lines, {
      one: 'Read # line in less than a second.',
      other: 'Read # lines in less than a second.',
    });
  }
  const time = duration(seconds * 1_000);
  return plural(lines, {one: `Read # line in ${time}.`, other: `Read # lines in ${time}.`});
}
