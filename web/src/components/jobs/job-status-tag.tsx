import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import type {Job} from '../../data/jobs/jobs.ts';
import {Tag} from '../ui/tag.tsx';

/** The label and color of each job status. */
export const JOB_STATUSES: Readonly<
  Record<Job['status'], {label: MessageDescriptor; kind: 'plain' | 'good' | 'bad' | 'warn'}>
> = {
  pending: {label: msg`Pending`, kind: 'plain'},
  in_progress: {label: msg`Running`, kind: 'warn'},
  success: {label: msg({message: 'Done', context: 'status'}), kind: 'good'},
  warning: {label: msg`Done with warnings`, kind: 'warn'},
  error: {label: msg`Failed`, kind: 'bad'},
  cancel_requested: {label: msg`Canceling`, kind: 'warn'},
  canceled: {label: msg`Canceled`, kind: 'plain'},
};

/** The status of a job. */
export function JobStatusTag({job}: {job: Job}) {
  const {label, kind} = JOB_STATUSES[job.status];
  return <Tag kind={kind}>{i18n._(label)}</Tag>;
}
