import {t} from '@lingui/core/macro';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {cancelJob, isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';

/** A backup that is being created, or that failed. */
export function BackupRunRow({job}: {job: Job}) {
  const dates = useDates();
  const {status, data, progress} = job;
  const size = byteSize(Number(data.bytes ?? 0));
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
          label={phaseOf(job)}
          share={status === 'in_progress' && data.bytes !== undefined ? progress / 100 : undefined}
          detail={
            data.bytes === undefined
              ? t`You can leave this page. The backup continues on the server.`
              : t`${size} read`
          }
        />
      )}
      {status === 'error' && <Notice kind="error">{data.error || t`The backup failed.`}</Notice>}
    </RecordRow>
  );
}

function phaseOf({status, data}: Job): string {
  if (status === 'pending') return t`Pending`;
  if (status === 'cancel_requested') return t`Canceling`;
  if (data.phase === 'database') return t`Reading the database`;
  if (data.phase === 'files') return t`Reading files`;
  return t`Starting`;
}
