import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link} from 'react-router';
import {JOB_STATUSES, JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {isUnfinished, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {duration} from '../../../lib/dates.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {useUrlParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {refreshAdministration} from '../use-change.ts';
import styles from './jobs-page.module.css';

const PER_PAGE = 30;
/** In milliseconds: the time between two requests while a job is running, and otherwise. */
const POLL_INTERVAL = {running: 1_000, idle: 10_000};

/** All background jobs. */
export default function JobsPage() {
  const [parameters, change] = useUrlParameters();
  const type = parameters.get('type') ?? '';
  const status = parameters.get('status') ?? '';
  const page = Number(parameters.get('page') ?? 0) || 0;
  const types = useQuery({
    queryKey: ['administration', 'job-types'],
    queryFn: async () => [
      ...new Set((await server.call<Job[]>('/jobs?per_page=200')).map((job) => job.type)),
    ],
  });
  const query = useQuery({
    queryKey: ['administration', 'jobs', type, status, page],
    queryFn: () =>
      server.call<Job[]>(
        `/jobs?${new URLSearchParams({job_type: type, status, page: String(page), per_page: String(PER_PAGE)})}`,
      ),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({state}) =>
      state.data?.some(isUnfinished) ? POLL_INTERVAL.running : POLL_INTERVAL.idle,
  });
  const {data} = query;
  const choose = (name: string, value: string) => change({page: '', [name]: value === '0' ? '' : value});
  const [stopping, setStopping] = useState<Job>();
  const columns = useColumns(setStopping);
  const known = [...new Set([...(types.data ?? []), ...(type ? [type] : [])])].sort();
  const isFiltered = type !== '' || status !== '';
  return (
    <AdministrationPage
      title={t`Jobs`}
      intro={t`Background jobs, such as reports, exports and imports. They continue after the server restarts.`}
    >
      <search className={styles.filters}>
        <SelectField
          label={t`Type`}
          hideLabel
          value={type}
          options={[
            {value: '', label: t`All types`},
            ...known.map((value) => ({value, label: jobTypeLabel(value)})),
          ]}
          onChange={(chosen) => choose('type', chosen)}
        />
        <SelectField
          label={t`Status`}
          hideLabel
          value={status}
          options={[
            {value: '', label: t`Any status`},
            ...Object.entries(JOB_STATUSES).map(([value, {label}]) => ({value, label: i18n._(label)})),
          ]}
          onChange={(chosen) => choose('status', chosen)}
        />
      </search>
      <RowList
        label={t`Jobs`}
        columns={columns}
        rows={data}
        getKey={({id}) => id}
        query={query}
        empty={{
          icon: 'clock',
          title: isFiltered ? t`No matching jobs` : t`No jobs yet`,
          text: isFiltered
            ? t`No job has this type and status.`
            : t`Reports, exports and imports appear here with their progress.`,
        }}
        pages={{page, perPage: PER_PAGE, onPage: (next) => choose('page', String(next))}}
      />
      {stopping && <StopDialog job={stopping} onClose={() => setStopping(undefined)} />}
    </AdministrationPage>
  );
}

function useColumns(onStop: (job: Job) => void): Column<Job>[] {
  const dates = useDates();
  return [
    {
      label: t`Job`,
      render: (job) => (
        <div className={styles.job}>
          <span className={styles.type}>
            <JobTypeName job={job} />
          </span>
          {job.status === 'in_progress' ? (
            <ProgressBar label={t`Progress`} share={job.progress / 100} />
          ) : (
            <code className={styles.id}>{job.id}</code>
          )}
          {job.data.error && (
            <span className={styles.error}>
              <bdi>{job.data.error}</bdi>
            </span>
          )}
        </div>
      ),
    },
    {
      label: t`Status`,
      kind: 'short',
      render: (job) => <JobStatusTag job={job} />,
    },
    {label: t`Created`, kind: 'short', render: (job) => dates.dateTime(job.create_at)},
    {
      label: t`Duration`,
      kind: 'end',
      render: (job) =>
        job.start_at === 0 || job.status === 'pending'
          ? undefined
          : duration((isUnfinished(job) ? Date.now() : job.last_activity_at) - job.start_at),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (job) =>
        job.status === 'pending' || job.status === 'in_progress' ? (
          <Button size="small" onPress={() => onStop(job)}>
            <Trans>Stop</Trans>
          </Button>
        ) : null,
    },
  ];
}

/** The pages with the results of jobs. */
const PAGES: Readonly<Record<string, string>> = {
  message_export: 'exports',
  compliance_report: 'compliance',
  export_process: 'export',
  data_retention: 'retention',
  backup: 'backups',
  backup_verify: 'backups',
};

/** The type of a job, as a link to its result or to what can be done about its failure. */
function JobTypeName({job: {type, id}}: {job: Job}) {
  const label = jobTypeLabel(type);
  const page = type === 'import_process' ? `import/${id}` : PAGES[type];
  return page ? <Link to={`/_admin/${page}`}>{label}</Link> : label;
}

function StopDialog({job, onClose}: {job: Job; onClose: () => void}) {
  const jobType = jobTypeLabel(job.type);
  return (
    <ConfirmDialog
      title={t`Stop this job?`}
      confirmLabel={t`Stop job`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.cancelJob(job.id);
        await refreshAdministration();
      }}
    >
      <Trans>The job “{jobType}” stops at the next safe point.</Trans>
    </ConfirmDialog>
  );
}

const JOB_TYPES: Readonly<Record<string, MessageDescriptor>> = {
  message_export: msg`Scheduled export`,
  compliance_report: msg`Compliance report`,
  compliance_daily_report: msg`Daily compliance report`,
  import_process: msg`Import`,
  import_delete: msg`Deletion of old import files`,
  export_process: msg`Bulk export`,
  export_users_to_csv: msg`User report`,
  export_delete: msg`Deletion of old exports`,
  data_retention: msg`Data retention`,
  backup: msg`Backup`,
  backup_verify: msg`Backup verification`,
};

/** The label of a job type. Other types show their name in the API. */
function jobTypeLabel(type: string): string {
  const label = JOB_TYPES[type];
  if (label) return i18n._(label);
  const words = type.replaceAll('_', ' ').replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
