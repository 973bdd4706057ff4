import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {formatLabel} from '../../../data/compliance/export-settings.ts';
import {downloadAddress} from '../../../data/compliance/exports.ts';
import {cancelJob, isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import type {Dates} from '../../../lib/dates.ts';
import {amount, count} from '../../../lib/numbers.ts';

interface ExportRowProps {
  job: Job;
  mayDownload: boolean;
  onCheck: () => void;
}

/** One run of the export: what it is of, how far it is, what came of it. */
export function ExportRow({job, mayDownload, onCheck}: ExportRowProps) {
  const dates = useDates();
  const {data, status} = job;
  const batches = Number(data.job_batch_number ?? 0);
  const isOver = !isUnderWay(job);
  const hasFile = data.is_downloadable === 'true';
  return (
    <RecordRow
      title={dates.dateTime(job.create_at)}
      status={<JobStatusTag job={job} />}
      facts={[
        <>
          {formatLabel(data.export_type ?? '')}, ordered{' '}
          {data.initiated_by ? (
            <>
              by <PersonName userId={data.initiated_by} />
            </>
          ) : (
            'by the clock or the command line'
          )}
        </>,
        rangeOf(data, dates),
        ...(isOver && data.messages_exported !== undefined
          ? [
              batches === 0
                ? 'No messages'
                : `${amount(Number(data.messages_exported), 'message')} in ${amount(batches, 'batch', 'batches')}`,
            ]
          : []),
        ...(isOver && hasFile && !mayDownload
          ? [
              <>
                On the server, in the folder{' '}
                <code>
                  {data.export_dir}-{job.id}
                </code>{' '}
                of the export directory
              </>,
            ]
          : []),
      ]}
      actions={
        isOver ? (
          <>
            {hasFile && mayDownload && (
              <DownloadLink size="small" href={downloadAddress(job.id)}>
                Download
              </DownloadLink>
            )}
            {batches > 0 && (
              <Button size="small" icon="shield" onPress={onCheck}>
                Verify
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
          {data.error || 'It failed.'} Batches that were finished are kept: the next export goes on behind
          them.
        </Notice>
      )}
      {status === 'warning' && (
        <Notice kind="warning">
          {amount(Number(data.warning_count), 'file')} of messages could not be read, and{' '}
          {data.warning_count === '1' ? 'is' : 'are'} named in warning.txt.
        </Notice>
      )}
    </RecordRow>
  );
}

function rangeOf(data: Job['data'], {dateTime, timeZone}: Dates): string {
  const {job_start_time, job_end_time} = data;
  if (job_start_time === undefined || job_end_time === undefined) {
    return 'What has changed since the last export';
  }
  const start = Number(job_start_time);
  return `Changed ${start === 0 ? 'from the beginning' : dateTime(start)} until ${dateTime(Number(job_end_time))} (${timeZone})`;
}

function ExportProgress({job}: {job: Job}) {
  const {data, status, progress} = job;
  const expected = Number(data.total_posts_expected ?? 0);
  return (
    <ProgressBar
      label={
        status === 'pending' ? 'Waiting for its turn' : status === 'in_progress' ? 'Exporting' : 'Stopping'
      }
      share={expected > 0 ? progress / 100 : undefined}
      detail={
        expected > 0
          ? `${count(Number(data.messages_exported ?? 0))} of ${count(expected)} messages`
          : 'You can leave this page: the export runs on the server.'
      }
    />
  );
}
