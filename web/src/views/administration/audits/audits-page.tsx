import type {Audit} from '@mattermost/types/audits';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {PersonField} from '../../../components/people/person-field.tsx';
import {type Column, DataTable, Pager} from '../../../components/ui/data-table.tsx';
import {SelectField} from '../../../components/ui/field.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {usePerson} from '../../../data/people/people.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, useListParameters} from '../list-tools.tsx';
import styles from './audits-page.module.css';

const PER_PAGE = 50;
const DAY = 24 * 60 * 60 * 1000;

const OUTCOMES = [
  {value: 'all', label: 'Whatever came of it'},
  {value: 'fail', label: 'What failed'},
  {value: 'success', label: 'What succeeded'},
];
/** Days, as the values of choices are texts. */
const TIMES = [
  {value: '', label: 'At any time'},
  {value: '1', label: 'In the last 24 hours'},
  {value: '7', label: 'In the last 7 days'},
  {value: '30', label: 'In the last 30 days'},
];

/** Who did what on the server, and from where. */
export default function AuditsPage() {
  const parameters = useListParameters('all');
  const {term, filter, page, other, setOther} = parameters;
  const days = other('days');
  const userId = other('by');
  const {data, error, isPending, isPlaceholderData, refetch} = useQuery({
    queryKey: ['administration', 'audits', term, filter, userId, days, page],
    queryFn: () => readAudits({term, filter, userId, days, page}),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <AdministrationPage
      title="Audits"
      lead="What was done on this server that matters for its safety: sign-ins, changes of accounts, of settings, of integrations. The newest is first."
    >
      <ListTools
        parameters={parameters}
        findLabel="Find an action, a username or an address"
        filterLabel="Outcome"
        filters={OUTCOMES}
      >
        <div className={styles.person}>
          <PersonField
            label="Who"
            hideLabel
            placeholder="Whoever did it"
            value={userId}
            onChange={(id) => setOther('by', id)}
          />
        </div>
        <SelectField
          label="When"
          hideLabel
          value={days}
          options={TIMES}
          onChange={(event) => setOther('days', event.target.value)}
        />
      </ListTools>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState icon="list" title="Nothing of that kind was done" />
      ) : (
        <>
          <AuditTable audits={data} busy={isPlaceholderData} />
          <Pager page={page} perPage={PER_PAGE} count={data.length} onPage={parameters.setPage} />
        </>
      )}
    </AdministrationPage>
  );
}

function readAudits({
  term,
  filter,
  userId,
  days,
  page,
}: {
  term: string;
  filter: string;
  userId: string;
  days: string;
  page: number;
}): Promise<Audit[]> {
  const query = new URLSearchParams({page: String(page), per_page: String(PER_PAGE)});
  if (term !== '') query.set('term', term);
  if (filter !== 'all') query.set('outcome', filter);
  if (userId !== '') query.set('user_id', userId);
  if (days !== '') query.set('from', String(Date.now() - Number(days) * DAY));
  return server.call<Audit[]>(`/audits?${query}`);
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
