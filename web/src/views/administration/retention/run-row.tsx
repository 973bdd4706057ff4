import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {cancelJob, isUnfinished, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import type {Policy} from '../../../data/retention/retention.ts';
import {Counts} from './preview.tsx';
import styles from './retention.module.css';

interface RunRowProps {
  job: Job;
  policies: readonly Policy[];
  mayCancel: boolean;
}

/** A run of data retention: what it does, what it has deleted or counted, and its errors. */
export function RunRow({job, policies, mayCancel}: RunRowProps) {
  const dates = useDates();
  const {data, status} = job;
  const isDryRun = data.dry_run === 'true';
  const isProposal = data.message_hours !== undefined || data.file_hours !== undefined;
  const inProgress = isUnfinished(job);
  return (
    <RecordRow
      title={dates.dateTime(job.create_at)}
      status={<JobStatusTag job={job} />}
      facts={[
        isProposal ? t`Dry run of a changed policy` : isDryRun ? t`Dry run` : t`Deletion`,
        ...(data.initiated_by
          ? [
              <Trans>
                Started by <PersonName userId={data.initiated_by} />
              </Trans>,
            ]
          : [t`Started by the schedule`]),
        ...(!inProgress && data.posts !== undefined ? [<Counts data={data} isDryRun={isDryRun} />] : []),
      ]}
      actions={
        inProgress &&
        mayCancel && (
          <CancelButton isDisabled={status === 'cancel_requested'} onCancel={() => cancelJob(job)} />
        )
      }
    >
      {inProgress && (
        <ProgressBar label={statusLabel(status, isDryRun)} share={undefined} detail={<SoFar data={data} />} />
      )}
      {status === 'success' && isDryRun && !isProposal && (
        <PolicyCounts counts={parseCounts(data.policies)} policies={policies} />
      )}
      {status === 'error' && <Notice kind="error">{data.error || t`Data retention failed.`}</Notice>}
    </RecordRow>
  );
}

function statusLabel(status: Job['status'], isDryRun: boolean): string {
  if (status === 'pending') return t`Pending`;
  if (status === 'cancel_requested') return t`Canceling`;
  return isDryRun ? t`Counting` : t`Deleting`;
}

function SoFar({data}: {data: Job['data']}) {
  if (data.posts === undefined) return t`You can leave this page. It continues on the server.`;
  return <Counts data={data} isDryRun={false} />;
}

function PolicyCounts({counts, policies}: {counts: [string, number][]; policies: readonly Policy[]}) {
  if (counts.length === 0) return null;
  return (
    <ul className={styles.counts} aria-label={t`Messages by policy`}>
      {counts.map(([id, posts]) => {
        const messages = plural(posts, {one: '# message', other: '# messages'});
        return (
          <li key={id}>
            <Trans>
              <bdi>{policyName(id, policies)}</bdi>: {messages}
            </Trans>
          </li>
        );
      })}
    </ul>
  );
}

function policyName(id: string, policies: readonly Policy[]): string {
  if (id === '') return t`Global policy`;
  return policies.find((policy) => policy.id === id)?.display_name ?? t`A deleted policy`;
}

/** The number of messages that each policy would delete, by policy id. */
function parseCounts(json: string | undefined): [string, number][] {
  if (!json) return [];
  const counts = JSON.parse(json) as Record<string, {posts: number}>;
  return Object.entries(counts).map(([id, {posts}]) => [id, posts]);
}
