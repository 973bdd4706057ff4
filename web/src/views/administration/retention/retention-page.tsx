import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Link} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../../components/ui/menu.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordList, RecordRow} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {isUnfinished, useJobsOfType} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {
  deletePolicy,
  type Policy,
  RETENTION_JOB_TYPE,
  type RetentionSettings,
  startRetention,
  useDeletionRecords,
  useLegalHolds,
  usePolicies,
  useRetentionSettings,
  useWaiting,
  type WaitingFor,
  WRITE_RETENTION,
} from '../../../data/retention/retention.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {list} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from '../scheduled-archives.module.css';
import {useChange} from '../use-change.ts';
import {formatAge, GlobalDialog, getHours} from './global-dialog.tsx';
import {HoldDialog} from './hold-dialog.tsx';
import {HoldRow} from './hold-row.tsx';
import {PolicyDialog} from './policy-dialog.tsx';
import {DeletionRecordRow} from './record-row.tsx';
import retention from './retention.module.css';
import {RunRow} from './run-row.tsx';

type Open =
  | {what: 'global' | 'create' | 'run' | 'hold'}
  | {what: 'edit' | 'delete'; policy: Policy}
  | undefined;

/** Policies, runs, legal holds, and records of deletions. */
export default function RetentionPage() {
  const [open, setOpen] = useState<Open>();
  const {busy, change} = useChange();
  const mayWrite = useHasPermission(WRITE_RETENTION) === true;
  const mayRun = useHasPermission('create_data_retention_job') === true;
  const mayHold = useHasPermission('manage_system') === true;
  const config = useRetentionSettings();
  const policies = usePolicies();
  const runs = useJobsOfType(RETENTION_JOB_TYPE);
  const all = [config, policies, runs];
  const error = all.find((query) => query.error && !query.data)?.error;
  const close = () => setOpen(undefined);
  return (
    <AdministrationPage
      title={t`Data retention`}
      intro={t`Delete messages and files permanently when they reach a certain age. A policy of a channel replaces that of its team, and both replace the global policy.`}
      actions={
        mayRun &&
        config.data && (
          <>
            <Button busy={busy} onPress={() => void change(() => startRetention({dry_run: 'true'}))}>
              <Trans>Dry run</Trans>
            </Button>
            <Button kind="primary" icon="play" onPress={() => setOpen({what: 'run'})}>
              <Trans>Run now</Trans>
            </Button>
          </>
        )
      }
    >
      {!config.data || !policies.data || !runs.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />
      ) : (
        <>
          <Waiting />
          <GlobalPolicy
            settings={config.data.settings}
            onEdit={mayWrite ? () => setOpen({what: 'global'}) : undefined}
          />
          <div className={retention.section}>
            <h2 className={styles.heading}>{t`Policies of teams and channels`}</h2>
            {mayWrite && (
              <Button icon="add" onPress={() => setOpen({what: 'create'})}>
                <Trans>Create policy</Trans>
              </Button>
            )}
          </div>
          <PolicyList
            policies={policies.data}
            mayWrite={mayWrite}
            onOpen={(what, policy) => setOpen({what, policy})}
          />
          <h2 className={styles.heading}>{t`Runs`}</h2>
          {runs.data.length === 0 ? (
            <EmptyState icon="clock" title={t`No runs yet`}>
              <p>{t`A dry run counts what would be deleted, and deletes nothing.`}</p>
            </EmptyState>
          ) : (
            <RecordList label={t`Runs`}>
              {runs.data.map((job) => (
                <RunRow key={job.id} job={job} policies={policies.data} mayCancel={mayRun} />
              ))}
            </RecordList>
          )}
          <MoreButton query={runs} label={t`Show older runs`} />
          {mayHold && <Holds onCreate={() => setOpen({what: 'hold'})} />}
          {mayHold && <Records ended={runs.data.filter((job) => !isUnfinished(job)).length} />}
          {open?.what === 'global' && <GlobalDialog {...config.data} onClose={close} />}
        </>
      )}
      {open?.what === 'create' && <PolicyDialog policy={undefined} onClose={close} />}
      {open?.what === 'edit' && <PolicyDialog policy={open.policy} onClose={close} />}
      {open?.what === 'delete' && <DeletePolicyDialog policy={open.policy} onClose={close} />}
      {open?.what === 'hold' && <HoldDialog onClose={close} />}
      {open?.what === 'run' && (
        <ConfirmDialog
          title={t`Delete old messages and files now?`}
          confirmLabel={t`Delete now`}
          danger
          onClose={close}
          onConfirm={() => startRetention({})}
        >
          <Trans>
            Everything that is older than its policy allows is deleted permanently. You can't undo this. A dry
            run shows what would be deleted.
          </Trans>
        </ConfirmDialog>
      )}
    </AdministrationPage>
  );
}

/** Says whether deletion is waiting for compliance exports. */
function Waiting() {
  const dates = useDates();
  const {data} = useWaiting();
  if (!data?.for_exports) return null;
  const time = dates.dateTime(data.exported_until);
  return data.exported_until === 0 ? (
    <Notice kind="warning">
      <Trans>
        Nothing is deleted until the first scheduled export has finished.{' '}
        <Link to="/_admin/exports">See scheduled exports</Link>
      </Trans>
    </Notice>
  ) : (
    <>
      <Notice>
        <Trans>
          Messages that changed after {time} are not exported yet, so they are kept.{' '}
          <Link to="/_admin/exports">See scheduled exports</Link>
        </Trans>
      </Notice>
      {data.backdated_channels > 0 && <Backdated waiting={data} />}
    </>
  );
}

/** Says which messages are in no scheduled export. */
function Backdated({waiting}: {waiting: WaitingFor}) {
  const dates = useDates();
  const from = dates.dateTime(waiting.backdated_from);
  const to = dates.dateTime(waiting.backdated_to);
  return (
    <Notice kind="warning">
      <Trans>
        Messages from {from} to {to} that were imported or posted with an earlier date are in no scheduled
        export, so they are kept. Export this period to delete them.
      </Trans>
    </Notice>
  );
}

function GlobalPolicy({settings, onEdit}: {settings: RetentionSettings; onEdit: (() => void) | undefined}) {
  const {DeletionJobStartTime: time, PreservePinnedPosts} = settings;
  const messages = getHours(settings, 'Message');
  const files = getHours(settings, 'File');
  const messageAge = formatAge(messages);
  const fileAge = formatAge(files);
  return (
    <section className={styles.schedule} aria-label={t`Global policy`}>
      <CardIntro
        icon="clock"
        tone={messages > 0 || files > 0 ? 'success' : 'quiet'}
        title={messages > 0 || files > 0 ? t`Global policy` : t`The global policy is off`}
      >
        {joinSentences([
          messages > 0 ? t`Messages are deleted after ${messageAge}.` : t`Messages are kept forever.`,
          files > 0 ? t`Files are deleted after ${fileAge}.` : t`Files are kept as long as their messages.`,
          PreservePinnedPosts && t`Pinned messages are kept.`,
          t`Runs every day at ${time}, server time.`,
        ])}
      </CardIntro>
      {onEdit && (
        <Button icon="settings" onPress={onEdit}>
          <Trans>Edit</Trans>
        </Button>
      )}
    </section>
  );
}

interface PolicyListProps {
  policies: readonly Policy[];
  mayWrite: boolean;
  onOpen: (what: 'edit' | 'delete', policy: Policy) => void;
}

function PolicyList({policies, mayWrite, onOpen}: PolicyListProps) {
  if (policies.length === 0) {
    return (
      <EmptyState icon="archive" title={t`No policies yet`}>
        <p>{t`The global policy applies to all teams and channels.`}</p>
      </EmptyState>
    );
  }
  return (
    <RecordList label={t`Policies of teams and channels`}>
      {policies.map((policy) => (
        <RecordRow
          key={policy.id}
          title={policy.display_name}
          facts={[
            policy.post_duration === null
              ? t`Messages are kept forever.`
              : plural(policy.post_duration, {
                  one: 'Messages are deleted after # day.',
                  other: 'Messages are deleted after # days.',
                }),
            policy.team_count + policy.channel_count === 0
              ? t`It has no effect until you add teams or channels.`
              : list([
                  plural(policy.team_count, {one: '# team', other: '# teams'}),
                  plural(policy.channel_count, {one: '# channel', other: '# channels'}),
                ]),
          ]}
          actions={mayWrite && <PolicyMenu policy={policy} onOpen={onOpen} />}
        />
      ))}
    </RecordList>
  );
}

function PolicyMenu({policy, onOpen}: {policy: Policy; onOpen: PolicyListProps['onOpen']}) {
  const label = t`Options for ${policy.display_name}`;
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      <MenuItem icon="edit" onAction={() => onOpen('edit', policy)}>{t`Edit`}</MenuItem>
      <MenuItem icon="trash" danger onAction={() => onOpen('delete', policy)}>{t`Delete`}</MenuItem>
    </Menu>
  );
}

function DeletePolicyDialog({policy, onClose}: {policy: Policy; onClose: () => void}) {
  const name = policy.display_name;
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete policy`}
      danger
      onClose={onClose}
      onConfirm={() => deletePolicy(policy.id)}
    >
      <Trans>
        Its teams and channels then follow the next more general policy, which can delete messages that this
        policy keeps.
      </Trans>
    </ConfirmDialog>
  );
}

function Holds({onCreate}: {onCreate: () => void}) {
  const holds = useLegalHolds();
  return (
    <>
      <div className={retention.section}>
        <h2 className={styles.heading}>{t`Legal holds`}</h2>
        <Button icon="add" onPress={onCreate}>
          <Trans>Create legal hold</Trans>
        </Button>
      </div>
      {!holds.data ? (
        <NotLoaded error={holds.error} onRetry={() => void holds.refetch()} />
      ) : holds.data.length === 0 ? (
        <EmptyState icon="lock" title={t`No legal holds`}>
          <p>{t`A legal hold keeps messages and files from permanent deletion, also when an account, team or channel is deleted.`}</p>
        </EmptyState>
      ) : (
        <RecordList label={t`Legal holds`}>
          {holds.data.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </RecordList>
      )}
      <MoreButton query={holds} label={t`Show older legal holds`} />
    </>
  );
}

function Records({ended}: {ended: number}) {
  const records = useDeletionRecords(ended);
  return (
    <>
      <h2 className={styles.heading}>{t`Records of deletions`}</h2>
      {!records.data ? (
        <NotLoaded error={records.error} onRetry={() => void records.refetch()} />
      ) : records.data.length === 0 ? (
        <EmptyState icon="document" title={t`No records yet`}>
          <p>{t`Each run that deletes something leaves a signed record of it, without the texts.`}</p>
        </EmptyState>
      ) : (
        <RecordList label={t`Records of deletions`}>
          {records.data.map((record) => (
            <DeletionRecordRow key={record.job_id} record={record} />
          ))}
        </RecordList>
      )}
      <MoreButton query={records} label={t`Show older records`} />
    </>
  );
}
