import {t} from '@lingui/core/macro';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import type {Job} from '../../../data/jobs/jobs.ts';
import {count} from '../../../lib/numbers.ts';
import {kindLabel} from './object-kinds.ts';

/** The progress of a check or import. */
export function RunProgress({job}: {job: Job}) {
  const {status, progress} = job;
  return (
    <ProgressBar
      label={statusLabel(job)}
      share={status === 'pending' || progress === 0 ? undefined : progress / 100}
      detail={detailText(job)}
    />
  );
}

function statusLabel({status, data}: Job): string {
  if (status === 'pending') return t`Pending`;
  if (status === 'cancel_requested') return t`Canceling`;
  return data.mode === 'validate' ? t`Checking` : t`Importing`;
}

function detailText({data}: Job): string {
  const number = Number(data.line ?? 0);
  if (number === 0) return t`You can leave this page. The job continues on the server.`;
  const line = count(number);
  if (!data.phase) return t`Line ${line}`;
  const kind = kindLabel(data.phase.replaceAll('_', ' '));
  return t`Line ${line}: ${kind}`;
}
