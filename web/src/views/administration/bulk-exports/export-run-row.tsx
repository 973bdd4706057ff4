import {plural, t} from '@lingui/core/macro';
import type {Job} from '../../../data/jobs/jobs.ts';
import {JobRunRow} from '../job-run-row.tsx';

/** An export that is being created, or that failed. */
export function ExportRunRow({job}: {job: Job}) {
  const {line} = job.data;
  const lines = Number(line);
  return (
    <JobRunRow
      job={job}
      doing={t`Exporting`}
      done={line === undefined ? undefined : plural(lines, {one: '# line written', other: '# lines written'})}
      hint={t`You can leave this page. The export continues on the server.`}
      failure={t`The export failed.`}
    />
  );
}
