import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {downloadAddress} from '../../../data/compliance/exports.ts';
import {cancelJob, isUnfinished, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import type {Dates} from '../../../lib/dates.ts';
import {isolate} from '../../../lib/isolate.ts';
import {count} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {hasNoStart} from '../open-period.ts';
import {formatLabel} from './formats.ts';

interface ExportRowProps {
  job: Job;
  mayDownload: boolean;
  onVerify: () => void;
}

/** An export: its contents, its progress, and its result. */
export function ExportRow({job, mayDownload, onVerify}: ExportRowProps) {
  const dates = useDates();
  const {data, status} = job;
  const batches = Number(data.job_batch_number ?? 0);
  const isOver = !isUnfinished(job);
  const hasFile = data.is_downloadable === 'true';
  const format = formatLabel(data.export_type ?? '');
  const folder = `${data.export_dir}-${job.id}`;
  return (
    <RecordRow
      title={dates.dateTime(job.create_at)}
      status={<JobStatusTag job={job} />}
      facts={[
        data.initiated_by ? (
          <Trans>
            {format}, started by <PersonName userId={data.initiated_by} />
          </Trans>
        ) : (
          <Trans>{format}, started by the schedule or on the command line</Trans>
        ),
        formatPeriod(data, dates),
        ...(isOver && data.messages_exported !== undefined
          ? [exportedIn(Number(data.messages_exported), batches)]
          : []),
        ...(isOver && hasFile && !mayDownload
          ? [
              <Trans>
                Stored on the server in the folder <code>{folder}</code> of the export directory
              </Trans>,
            ]
          : []),
      ]}
      actions={
        isOver ? (
          <>
            {hasFile && mayDownload && (
              <DownloadLink size="small" href={downloadAddress(job.id)}>
                <Trans>Download</Trans>
              </DownloadLink>
            )}
            {batches > 0 && (
              <Button size="small" icon="shield" onPress={onVerify}>
                <Trans>Verify</Trans>
              </Button>
            )}
          </>
        ) : (
          <CancelButton isDisabled={status === 'cancel_requested'} onCancel={() => cancelJob(job)} />
        )
      }
    >
      {!isOver && <ExportProgress job={job} />}
      {status === 'error' && (
        <Notice kind="error">
          {joinSentences([
            data.error ? isolate(data.error) : t`The export failed.`,
            t`Completed batches are kept, and the next export continues after them.`,
          ])}
        </Notice>
      )}
      {status === 'warning' && (
        <Notice kind="warning">
          {plural(Number(data.warning_count), {
            one: "# attached file couldn't be read. It is listed in warning.txt.",
            other: "# attached files couldn't be read. They are listed in warning.txt.",
          })}
        </Notice>
      )}
    </RecordRow>
  );
}

function exportedIn(messages: number, batches: number): string {
  if (batches === 0) return t`No messages`;
  return t`${plural(messages, {one: '# message', other: '# messages'})} in ${plural(batches, {
    one: '# batch',
    other: '# batches',
  })}`;
}

function formatPeriod(data: Job['data'], {dateTime, timeZone}: Dates): string {
  const {job_start_time, job_end_time} = data;
  if (job_start_time === undefined || job_end_time === undefined) return t`Changes since the last export`;
  const start = dateTime(Number(job_start_time));
  const end = dateTime(Number(job_end_time));
  return hasNoStart(Number(job_start_time))
    ? t`Changes before ${end} (${timeZone})`
    : t`Changes from ${start} to ${end} (${timeZone})`;
}

function ExportProgress({job}: {job: Job}) {
  const {data, status, progress} = job;
  const expected = Number(data.total_posts_expected ?? 0);
  const exported = count(Number(data.messages_exported ?? 0));
  return (
    <ProgressBar
      label={status === 'pending' ? t`Pending` : status === 'in_progress' ? t`Exporting` : t`Canceling`}
      share={expected > 0 ? progress / 100 : undefined}
      detail={
        expected > 0
          ? plural(expected, {one: `${exported} of # message`, other: `${exported} of # messages`})
          : t`You can leave this page. The export continues on the server.`
      }
    />
  );
}
