import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {JobStatusTag} from '../../components/jobs/job-status-tag.tsx';
import {CancelButton} from '../../components/ui/cancel-button.tsx';
import {Notice} from '../../components/ui/notice.tsx';
import {ProgressBar} from '../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../components/ui/record-list.tsx';
import {cancelJob, isUnfinished, type Job} from '../../data/jobs/jobs.ts';
import {useDates} from '../../data/preferences/display.ts';

interface JobRunRowProps {
  job: Job;
  /** What a running job is doing, such as "Exporting". */
  doing: string;
  /** What it has done so far. Undefined at the start. */
  done: string | undefined;
  /** Shown instead of `done` at the start. */
  hint: string;
  /** Shown if the job failed without an error message. */
  failure: string;
}

/** A job in a list that is running or has failed. A running job shows its progress and a button to cancel it. */
export function JobRunRow({job, doing, done, hint, failure}: JobRunRowProps): ReactNode {
  const dates = useDates();
  const {status, data, progress} = job;
  return (
    <RecordRow
      title={dates.dateTime(job.create_at)}
      status={<JobStatusTag job={job} />}
      actions={
        isUnfinished(job) && (
          <CancelButton isDisabled={status === 'cancel_requested'} onCancel={() => cancelJob(job)} />
        )
      }
    >
      {isUnfinished(job) && (
        <ProgressBar
          label={statusLabel(job, doing)}
          // Some jobs only know at the end of a phase how far they are.
          share={status === 'in_progress' && progress > 0 ? progress / 100 : undefined}
          detail={done ?? hint}
        />
      )}
      {status === 'error' && <Notice kind="error">{data.error || failure}</Notice>}
    </RecordRow>
  );
}

function statusLabel({status}: Job, doing: string): string {
  if (status === 'pending') return t`Pending`;
  if (status === 'cancel_requested') return t`Canceling`;
  return doing;
}
