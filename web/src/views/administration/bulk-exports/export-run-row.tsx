import {plural, t} from '@lingui/core/macro';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {cancelJob, isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';

/** An export that is being created, or that failed. */
export function ExportRunRow({job}: {job: Job}) {
  const dates = useDates();
  const {status, data, progress} = job;
  const lines = Number(data.line);
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
          label={labelOf(job)}
          share={status === 'in_progress' && data.line !== undefined ? progress / 100 : undefined}
          detail={
            data.line === undefined
              ? t`You can leave this page. The export continues on the server.`
              : plural(lines, {one: '# line written', other: '# lines written'})
          }
        />
      )}
      {status === 'error' && <Notice kind="error">{data.error || t`The export failed.`}</Notice>}
    </RecordRow>
  );
}

function labelOf({status}: Job): string {
  if (status === 'pending') return t`Pending`;
  if (status === 'cancel_requested') return t`Canceling`;
  return t`Exporting`;
}
