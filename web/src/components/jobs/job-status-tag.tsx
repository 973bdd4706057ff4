import type {Job} from '../../data/jobs/jobs.ts';
import {Tag} from '../ui/tag.tsx';

/** What a job's status is called, and how it is coloured. */
export const JOB_STATUSES: Readonly<
  Record<Job['status'], {label: string; kind: 'plain' | 'good' | 'bad' | 'warn'}>
> = {
  pending: {label: 'Waiting', kind: 'plain'},
  in_progress: {label: 'Running', kind: 'warn'},
  success: {label: 'Done', kind: 'good'},
  warning: {label: 'Done, with warnings', kind: 'warn'},
  error: {label: 'Failed', kind: 'bad'},
  cancel_requested: {label: 'Stopping', kind: 'warn'},
  canceled: {label: 'Canceled', kind: 'plain'},
};

/** How a job is, in a word. */
export function JobStatusTag({job}: {job: Job}) {
  const {label, kind} = JOB_STATUSES[job.status];
  return <Tag kind={kind}>{label}</Tag>;
}
