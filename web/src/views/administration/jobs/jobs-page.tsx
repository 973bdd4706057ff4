import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useSearchParams} from 'react-router';
import {JOB_STATUSES, JobStatusTag} from '../../../components/jobs/job-status-tag.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable, Pager} from '../../../components/ui/data-table.tsx';
import {SelectField} from '../../../components/ui/field.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {isUnderWay, type Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {duration} from '../../../lib/dates.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {refreshAdministration} from '../use-change.ts';
import styles from './jobs-page.module.css';

const PER_PAGE = 30;
/** Milliseconds between two looks, while something runs and while nothing does. */
const LOOK_AGAIN = {running: 1_000, quiet: 10_000};

/** What the server does in the background, live. */
export default function JobsPage() {
  const [parameters, setParameters] = useSearchParams();
  const type = parameters.get('type') ?? '';
  const status = parameters.get('status') ?? '';
  const page = Number(parameters.get('page') ?? 0) || 0;
  const types = useQuery({
    queryKey: ['administration', 'job-types'],
    queryFn: async () => [
      ...new Set((await server.call<Job[]>('/jobs?per_page=200')).map((job) => job.type)),
    ],
  });
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'jobs', type, status, page],
    queryFn: () =>
      server.call<Job[]>(
        `/jobs?${new URLSearchParams({job_type: type, status, page: String(page), per_page: String(PER_PAGE)})}`,
      ),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({state}) => (state.data?.some(isUnderWay) ? LOOK_AGAIN.running : LOOK_AGAIN.quiet),
  });
  const choose = (name: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (value === '' || value === '0') next.delete(name);
        else next.set(name, value);
        return next;
      },
      {replace: true},
    );
  const known = [...new Set([...(types.data ?? []), ...(type ? [type] : [])])].sort();
  return (
    <AdministrationPage
      title="Jobs"
      lead="Work in the background: reports, exports, imports. A job survives a restart of the server and goes on where it was."
    >
      <search className={styles.filters}>
        <SelectField
          label="Kind of job"
          hideLabel
          value={type}
          options={[
            {value: '', label: 'Every kind'},
            ...known.map((value) => ({value, label: typeOf(value)})),
          ]}
          onChange={(event) => choose('type', event.target.value)}
        />
        <SelectField
          label="State"
          hideLabel
          value={status}
          options={[
            {value: '', label: 'In every state'},
            ...Object.entries(JOB_STATUSES).map(([value, {label}]) => ({value, label})),
          ]}
          onChange={(event) => choose('status', event.target.value)}
        />
      </search>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState icon="clock" title={type || status ? 'No such job' : 'Nothing has run yet'}>
          <p>
            {type || status
              ? 'No job is of this kind and in this state.'
              : 'Reports, exports and imports appear here, with how far they are.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <JobTable jobs={data} />
          <Pager
            page={page}
            perPage={PER_PAGE}
            count={data.length}
            onPage={(next) => choose('page', String(next))}
          />
        </>
      )}
    </AdministrationPage>
  );
}

function JobTable({jobs}: {jobs: readonly Job[]}) {
  const dates = useDates();
  const [canceling, setCanceling] = useState<Job>();
  const columns: Column<Job>[] = [
    {
      label: 'Job',
      render: (job) => (
        <div className={styles.job}>
          <span className={styles.type}>{typeOf(job.type)}</span>
          {job.status === 'in_progress' ? (
            <ProgressBar label="How far it is" share={job.progress / 100} />
          ) : (
            <code className={styles.id}>{job.id}</code>
          )}
          {job.data.error && <span className={styles.error}>{job.data.error}</span>}
        </div>
      ),
    },
    {
      label: 'State',
      render: (job) => <JobStatusTag job={job} />,
    },
    {label: 'Ordered', render: (job) => dates.dateTime(job.create_at)},
    {
      label: 'Took',
      kind: 'end',
      render: (job) =>
        job.start_at === 0 || job.status === 'pending'
          ? '–'
          : duration((isUnderWay(job) ? Date.now() : job.last_activity_at) - job.start_at),
    },
    {
      label: 'What to do',
      kind: 'actions',
      render: (job) =>
        job.status === 'pending' || job.status === 'in_progress' ? (
          <Button size="small" onPress={() => setCanceling(job)}>
            Cancel
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <DataTable label="Jobs" columns={columns} rows={jobs} keyOf={({id}) => id} />
      {canceling && (
        <ConfirmDialog
          title="Cancel this job?"
          confirmLabel="Cancel the job"
          danger
          onClose={() => setCanceling(undefined)}
          onConfirm={async () => {
            await server.cancelJob(canceling.id);
            await refreshAdministration();
          }}
        >
          {typeOf(canceling.type)} stops at the next safe point. What it has made until then is not used.
        </ConfirmDialog>
      )}
    </>
  );
}

const TYPES: Readonly<Record<string, string>> = {
  message_export: 'Scheduled export',
  compliance_report: 'Compliance report',
  import_process: 'Import',
  bulk_import: 'Import',
  bulk_export: 'Export',
  backup: 'Backup',
  backup_verify: 'Verification of a backup',
};

/** What a kind of job does, in words; kinds without words of their own by their name. */
function typeOf(type: string): string {
  const words = type.replaceAll('_', ' ').replaceAll('-', ' ');
  return TYPES[type] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
