import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useEffect, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {isUnfinished, type Job, useJob} from '../../../data/jobs/jobs.ts';
import {startRetention} from '../../../data/retention/retention.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {errorMessage} from '../../../lib/server.ts';
import styles from './retention.module.css';

/**
 * Counts what a policy would delete before it is saved. `data` describes the policy, and is undefined if it deletes
 * nothing.
 */
export function Preview({data}: {data: Record<string, string> | undefined}) {
  const [started, setStarted] = useState<{id: string; of: string}>();
  const [failure, setFailure] = useState<string>();
  const {data: job} = useJob(started?.id ?? '');
  const isCurrent = started !== undefined && started.of === JSON.stringify(data);

  async function start() {
    setFailure(undefined);
    try {
      const {id} = await startRetention({dry_run: 'true', ...data});
      setStarted({id, of: JSON.stringify(data)});
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <div className={styles.preview}>
      <Button isDisabled={!data} busy={isCurrent && (!job || isUnfinished(job))} onPress={() => void start()}>
        <Trans>Count what would be deleted</Trans>
      </Button>
      <div role="status">
        {failure ? (
          <Notice kind="error">{failure}</Notice>
        ) : !data ? (
          <p className={styles.quiet}>{t`This policy deletes nothing.`}</p>
        ) : isCurrent ? (
          <DryRun job={job} />
        ) : null}
      </div>
    </div>
  );
}

/** The progress and the result of a dry run, which is undefined until it is loaded. */
function DryRun({job}: {job: Job | undefined}) {
  if (!job || isUnfinished(job)) return <ProgressBar label={t`Counting`} share={undefined} />;
  return job.status === 'success' ? (
    <Notice kind={Number(job.data.posts) > 0 ? 'warning' : 'info'}>
      <Counts data={job.data} isDryRun />
    </Notice>
  ) : (
    <Notice kind="error">{job.data.error || t`Counting failed.`}</Notice>
  );
}

interface ConfirmDeletionProps {
  /** Describes the policy, like for `Preview`. */
  data: Record<string, string>;
  /** What the policy deletes, in a sentence. */
  children: ReactNode;
  /** Saves the policy. The form shows errors. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before a policy is saved that deletes more than before, and counts what it would delete. */
export function ConfirmDeletion({data, children, onConfirm, onClose}: ConfirmDeletionProps) {
  const mayCount = useHasPermission('create_data_retention_job') === true;
  return (
    <ConfirmDialog
      title={t`Save a policy that deletes messages or files?`}
      confirmLabel={t`Save policy`}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className={styles.confirmation}>
        <p>{children}</p>
        <p>
          <Trans>Deleted messages and files can't be restored, except from a backup.</Trans>
        </p>
        {mayCount && <AutomaticCount data={data} />}
      </div>
    </ConfirmDialog>
  );
}

function AutomaticCount({data}: {data: Record<string, string>}) {
  const [job, setJob] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const {data: current} = useJob(job ?? '');
  const [counted] = useState(data);
  useEffect(() => {
    startRetention({dry_run: 'true', ...counted}).then(
      ({id}) => setJob(id),
      (error: unknown) => setFailure(errorMessage(error)),
    );
  }, [counted]);
  return (
    <div role="status">{failure ? <Notice kind="error">{failure}</Notice> : <DryRun job={current} />}</div>
  );
}

/** Sentences about what a job has deleted or would delete, and what it keeps despite its age. */
export function Counts({data, isDryRun}: {data: Job['data']; isDryRun: boolean}): ReactNode {
  return joinSentences([deletedText(data, isDryRun), ...retainedTexts(data)]);
}

function deletedText({posts = '0', files = '0'}: Job['data'], isDryRun: boolean): string {
  const messages = plural(Number(posts), {one: '# message', other: '# messages'});
  const attached = plural(Number(files), {one: '# file', other: '# files'});
  if (!isDryRun) return t`Deleted: ${messages}, ${attached}.`;
  if (files === '0') return t`Would be deleted: ${messages}.`;
  return t`Would be deleted: ${messages}, and by their own age ${attached}.`;
}

function retainedTexts({held, not_exported, pinned}: Job['data']): string[] {
  const texts: [string | undefined, (count: number) => string][] = [
    [
      held,
      (n) =>
        plural(n, {one: '# message is under a legal hold.', other: '# messages are under a legal hold.'}),
    ],
    [
      not_exported,
      (n) => plural(n, {one: '# message is not exported yet.', other: '# messages are not exported yet.'}),
    ],
    [pinned, (n) => plural(n, {one: '# message is pinned.', other: '# messages are pinned.'})],
  ];
  return texts.flatMap(([value, say]) => (Number(value ?? 0) > 0 ? [say(Number(value))] : []));
}
