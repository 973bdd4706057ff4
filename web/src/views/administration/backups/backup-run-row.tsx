import {t} from '@lingui/core/macro';
import type {Job} from '../../../data/jobs/jobs.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {JobRunRow} from '../job-run-row.tsx';

/** A backup that is being created, or that failed. */
export function BackupRunRow({job}: {job: Job}) {
  const {bytes} = job.data;
  const size = byteSize(Number(bytes ?? 0));
  return (
    <JobRunRow
      job={job}
      doing={phaseLabel(job)}
      done={bytes === undefined ? undefined : t`${size} read`}
      hint={t`You can leave this page. The backup continues on the server.`}
      failure={t`The backup failed.`}
    />
  );
}

function phaseLabel({data}: Job): string {
  if (data.phase === 'database') return t`Reading the database`;
  if (data.phase === 'files') return t`Reading files`;
  return t`Starting`;
}
