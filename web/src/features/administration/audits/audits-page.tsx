import type {Audit} from '@mattermost/types/audits';
import {useQuery} from '@tanstack/react-query';
import {Link, useSearchParams} from 'react-router';
import {type Column, DataTable, Pager} from '../../../components/data-table.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/state.tsx';
import {server} from '../../../lib/server.ts';
import {useDates} from '../../../lib/use-dates.ts';
import {usePerson} from '../../people/people.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from './audits-page.module.css';

const PER_PAGE = 50;

/** Who did what on the server, and from where. */
export default function AuditsPage() {
  const [parameters, setParameters] = useSearchParams();
  const page = Number(parameters.get('page') ?? 0) || 0;
  const {data, error, isPending, isPlaceholderData, refetch} = useQuery({
    queryKey: ['administration', 'audits', page],
    queryFn: () => server.getAudits(page, PER_PAGE),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <AdministrationPage
      title="Audits"
      lead="What was done on this server that matters for its safety: sign-ins, changes of accounts, of settings, of integrations. The newest is first."
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState icon="list" title="Nothing has been done yet" />
      ) : (
        <>
          <AuditTable audits={data} busy={isPlaceholderData} />
          <Pager
            page={page}
            perPage={PER_PAGE}
            count={data.length}
            onPage={(next) => setParameters(next === 0 ? {} : {page: String(next)})}
          />
        </>
      )}
    </AdministrationPage>
  );
}

function AuditTable({audits, busy}: {audits: readonly Audit[]; busy: boolean}) {
  const dates = useDates();
  const columns: Column<Audit>[] = [
    {
      label: 'What',
      render: ({action, extra_info}) => (
        <span className={styles.what}>
          <code>{action.replace(/^\/api\/v4/, '')}</code>
          {extra_info && <span className={styles.detail}>{extra_info}</span>}
        </span>
      ),
    },
    {label: 'Who', render: ({user_id}) => <Who userId={user_id} />},
    {
      label: 'When',
      render: ({create_at}) => <span className={styles.when}>{dates.dateTime(create_at)}</span>,
    },
    {label: 'From', render: ({ip_address}) => ip_address},
  ];
  return <DataTable label="Audits" columns={columns} rows={audits} keyOf={({id}) => id} busy={busy} />;
}

function Who({userId}: {userId: string}) {
  const person = usePerson(userId);
  if (userId === '') return 'the command line, or nobody known';
  return <Link to={`/_admin/users/${userId}`}>{person?.username ?? userId}</Link>;
}
