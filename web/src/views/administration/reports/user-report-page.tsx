import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Link} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import type {Column, Sorting} from '../../../components/ui/data-table.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {
  exportUserReport,
  PER_PAGE,
  type ReportedUser,
  type ReportFilter,
  type ReportOrder,
  SORT_FIELDS,
  useUserReport,
  useUserReportCount,
} from '../../../data/administration/user-reports.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {useChange} from '../use-change.ts';
import styles from './user-report-page.module.css';

/** The users, with the statistics of their messages. */
export default function UserReportPage() {
  const parameters = useListParameters('all');
  const {busy, change} = useChange();
  const {term, filter: status, other, sorting} = parameters;
  const column = sorting.column in SORT_FIELDS ? (sorting.column as ReportOrder['column']) : 'Username';
  const order: ReportOrder = {column, descending: sorting.descending};
  const filter: ReportFilter = {
    ...(term !== '' && {search_term: term}),
    ...(status === 'active' && {hide_inactive: 'true'}),
    ...(status === 'inactive' && {hide_active: 'true'}),
    ...(status === 'guests' && {guest_filter: 'all'}),
    ...(status === 'admins' && {role_filter: 'system_admin'}),
    ...(status === 'teamless' && {has_no_team: 'true'}),
    ...((status === 'last_24_hours' || status === 'last_31_days') && {last_active: status}),
    date_range: other('period') || 'last_30_days',
  };
  return (
    <AdministrationPage
      title={t`User report`}
      intro={t`All people with an account, and how much they have posted. Bots are not included.`}
      actions={
        <Button
          icon="download"
          busy={busy}
          onPress={() =>
            void change(
              () => exportUserReport(filter),
              t`The export has started. You get a message with the file when it is ready.`,
            )
          }
        >
          <Trans>Export as CSV</Trans>
        </Button>
      }
    >
      <ListTools
        parameters={parameters}
        findLabel={t`Find a user`}
        filterLabel={t`Filter users`}
        filters={[
          {value: 'all', label: t`All users`},
          {value: 'active', label: t`Active`},
          {value: 'inactive', label: t`Deactivated`},
          {value: 'last_24_hours', label: t`Daily active (past 24 hours)`},
          {value: 'last_31_days', label: t`Monthly active (past 31 days)`},
          {value: 'admins', label: t`Administrators`},
          {value: 'guests', label: t`Guests`},
          {value: 'teamless', label: t`Without a team`},
        ]}
      >
        <SelectField
          label={t`Period of the statistics`}
          hideLabel
          value={filter.date_range ?? ''}
          options={[
            {value: 'last_30_days', label: t`Past 30 days`},
            {value: 'previous_month', label: t`Last month`},
            {value: 'last_6_months', label: t`Past 6 months`},
            {value: 'all_time', label: t`All time`},
          ]}
          onChange={(chosen) => parameters.setOther('period', chosen)}
        />
        <SelectField
          label={t`Sort by`}
          hideLabel
          value={column}
          options={[
            {value: 'Username', label: t`By username`},
            {value: 'FirstName', label: t`By first name`},
            {value: 'LastName', label: t`By last name`},
            {value: 'Nickname', label: t`By nickname`},
            {value: 'Email', label: t`By email`},
            {value: 'CreateAt', label: t`By creation date`},
          ]}
          onChange={(chosen) => sorting.onChange({...order, column: chosen})}
        />
        <SelectField
          label={t`Order`}
          hideLabel
          value={order.descending ? 'desc' : 'asc'}
          options={[
            {value: 'asc', label: t`Ascending`},
            {value: 'desc', label: t`Descending`},
          ]}
          onChange={(chosen) => sorting.onChange({...order, descending: chosen === 'desc'})}
        />
      </ListTools>
      <Report filter={filter} order={order} onSort={sorting.onChange} />
    </AdministrationPage>
  );
}

interface ReportProps {
  filter: ReportFilter;
  order: ReportOrder;
  onSort: Sorting['onChange'];
}

function Report({filter, order, onSort}: ReportProps) {
  // The last row of each earlier page. The API has no page numbers. Another filter or order begins with the first page.
  const listed = JSON.stringify([filter, order]);
  const [paged, setPaged] = useState<{listed: string; before: readonly ReportedUser[]}>();
  const before = paged?.listed === listed ? paged.before : [];
  const query = useUserReport(filter, order, before.at(-1));
  const {data} = query;
  const {date_range: _, ...counted} = filter;
  const total = useUserReportCount(counted).data;
  const page = before.length;
  const rowCount = total ?? data?.length;
  const columns = useColumns();
  return (
    <>
      {rowCount !== undefined && rowCount > 0 && (
        <p role="status">{plural(rowCount, {one: '# user', other: '# users'})}</p>
      )}
      <RowList
        label={t`User report`}
        columns={columns}
        rows={data}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        sorting={{...order, onChange: onSort}}
        query={query}
        empty={{
          icon: 'people',
          title: t`No users found`,
          text: t`Try another filter, or search for the beginning of a name or email address.`,
        }}
        pages={{
          page,
          perPage: PER_PAGE,
          total,
          onPage: (next) =>
            setPaged({listed, before: next > page && data ? [...before, data.at(-1)!] : before.slice(0, -1)}),
        }}
      />
    </>
  );
}

function useColumns(): Column<ReportedUser>[] {
  const dates = useDates();
  const date = (millis: number | undefined) => (millis ? dates.date(millis) : undefined);
  return [
    {
      label: t`User`,
      sortBy: 'Username',
      // With the email address, because the columns would otherwise not fit next to the sidebar.
      render: ({id, username, first_name, last_name, email}) => {
        const name = [first_name, last_name].filter(Boolean).join(' ');
        return (
          <RowName
            icon={null}
            name={<Link to={`/_admin/users/${id}`}>{username}</Link>}
            detail={
              <>
                {name && <bdi className={styles.line}>{name}</bdi>}
                <bdi className={styles.line}>{email}</bdi>
              </>
            }
          />
        );
      },
    },
    {
      label: t`Created`,
      sortBy: 'CreateAt',
      kind: 'date',
      render: ({create_at}) => date(create_at),
      onlyWide: true,
    },
    {label: t`Last sign-in`, kind: 'date', render: ({last_login}) => date(last_login)},
    {label: t`Last active`, kind: 'date', render: ({last_status_at}) => date(last_status_at)},
    {label: t`Last message`, kind: 'date', render: ({last_post_date}) => date(last_post_date)},
    {label: t`Days with messages`, kind: 'end', render: ({days_active}) => count(days_active)},
    {label: t`Messages`, kind: 'end', render: ({total_posts}) => count(total_posts)},
  ];
}
