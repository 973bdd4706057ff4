import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {cancelJob, isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';

const PHASES: Readonly<Record<string, string>> = {database: 'Reading the database', files: 'Reading files'};

/** A backup that is being created, or that failed. */
export function BackupRunRow({job}: {job: Job}) {
  const dates = useDates();
  const {status, data, progress} = job;
  return (
    <RecordRow
      title={dates.dateTime(job.create_at)}
      status={<JobStatusTag job={job} />}
      actions={
        isUnderWay(job) && (
          <CancelButton isDisabled={status === 'cancel_requested'} onCancel={() => cancelJob(job)} />
        )
      }
    >
      {isUnderWay(job) && (
        <ProgressBar
          label={
            status === 'pending'
              ? 'Waiting'
              : status === 'cancel_requested'
                ? 'Stopping'
                : (PHASES[data.phase ?? ''] ?? 'Starting')
          }
          share={status === 'in_progress' && data.bytes !== undefined ? progress / 100 : undefined}
          detail={
            data.bytes === undefined
              ? 'You can leave this page: the backup continues on the server.'
              : `${byteSize(Number(data.bytes))} read`
          }
        />
      )}
      {status === 'error' && <Notice kind="error">{data.error || 'The backup failed.'}</Notice>}
    </RecordRow>
  );
}
