import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import type {Job} from '../../../data/jobs/jobs.ts';
import {count} from '../../../lib/numbers.ts';

/** How far a check or an import is. */
export function RunProgress({job}: {job: Job}) {
  const {status, progress, data} = job;
  const label =
    status === 'pending'
      ? 'Waiting for its turn'
      : status === 'cancel_requested'
        ? 'Stopping'
        : data.mode === 'validate'
          ? 'Checking'
          : 'Importing';
  const line = Number(data.line ?? 0);
  return (
    <ProgressBar
      label={label}
      share={status === 'pending' || progress === 0 ? undefined : progress / 100}
      detail={
        line > 0
          ? `At line ${count(line)}${data.phase ? `: ${data.phase.replaceAll('_', ' ')}` : ''}`
          : 'You can leave this page: it goes on by itself.'
      }
    />
  );
}
