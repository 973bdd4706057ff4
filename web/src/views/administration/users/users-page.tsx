import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Link, Route, Routes} from 'react-router';
import {PersonAvatar} from '../../../components/people/person.tsx';
import {When} from '../../../components/time/when.tsx';
import {Button} from '../../../components/ui/button.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  exportUserReport,
  PER_PAGE,
  type ReportedUser,
  type ReportFilter,
  useUserReport,
  useUserReportCount,
} from '../../../data/administration/user-reports.ts';
import {isGuest} from '../../../data/people/people.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {ListTools, orderBy, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {useChange} from '../use-change.ts';
import {accountActions} from './account-changes.ts';
import {AccountMenu} from './account-menu.tsx';
import {isAdministrator} from './user-state.tsx';
import styles from './users-page.module.css';

const UserPage = lazyComponent(() => import('./user-page.tsx'), <LoadingState />);
const CreateUserDialog = lazyDialog(() => import('./create-user.tsx'));

/** The list of all users with their activity, and the page of each. */
export default function UsersPage() {
  return (
    <Routes>
      <Route index element={<UserList />} />
      <Route path=":userId" element={<UserPage />} />
    </Routes>
  );
}

/** Bots can be administrators, but don't count as active or deactivated people. */
const FILTERS: Readonly<Record<string, ReportFilter>> = {
  all: {bots: 'include'},
  active: {hide_inactive: 'true'},
  inactive: {hide_active: 'true'},
  last_24_hours: {last_active: 'last_24_hours'},
  last_31_days: {last_active: 'last_31_days'},
  admins: {role_filter: 'system_admin', bots: 'include'},
  guests: {guest_filter: 'all'},
  teamless: {has_no_team: 'true'},
  bots: {bots: 'only'},
};

function UserList() {
  const parameters = useListParameters('all');
  const [isCreating, setCreating] = useState(false);
  const {busy, change} = useChange();
  const me = useMe();
  const columns = useColumns();
  const {term, filter: shown, page, other, sorting} = parameters;
  const order = orderBy(sorting, columns);
  const matching: ReportFilter = {
    ...(Object.hasOwn(FILTERS, shown) ? FILTERS[shown] : FILTERS.all),
    ...(term !== '' && {search_term: term}),
  };
  const period = other('period') || 'last_30_days';
  const filter: ReportFilter = {...matching, date_range: period};
  const query = useUserReport(filter, order, page);
  const rowCount = useUserReportCount(matching).data;
  const botCount = useUserReportCount({...matching, bots: 'only'}, matching.bots === 'include').data;
  return (
    <AdministrationPage
      title={t`Users`}
      intro={t`All accounts on this server, and how much they have posted. When someone leaves, deactivate their account. Their messages stay.`}
      actions={
        <Button kind="primary" icon="personAdd" onPress={() => setCreating(true)}>
          <Trans>Create user</Trans>
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
          {value: 'bots', label: t`Bots`},
        ]}
      />
      {rowCount !== undefined && rowCount > 0 && (
        <div className={styles.found}>
          <p role="status">{countLabel(rowCount, botCount)}</p>
          <SelectField
            label={t`Period of the statistics`}
            hideLabel
            value={period}
            options={[
              {value: 'last_30_days', label: t`Past 30 days`},
              {value: 'previous_month', label: t`Last month`},
              {value: 'last_6_months', label: t`Past 6 months`},
              {value: 'all_time', label: t`All time`},
            ]}
            onChange={(chosen) => parameters.setOther('period', chosen)}
          />
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
        </div>
      )}
      <RowList
        label={t`Users`}
        columns={columns}
        rows={query.data}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        sorting={order}
        query={query}
        empty={{
          icon: 'people',
          title: t`No users found`,
          text: t`Try another filter, or search for the beginning of a name or email address.`,
        }}
        bulk={{actions: accountActions(me.id), getName: ({username}) => username}}
        pages={{page, perPage: PER_PAGE, total: rowCount, onPage: parameters.setPage}}
      />
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdministrationPage>
  );
}

/** Names the bots, which the number of users on the Overview doesn't include. */
function countLabel(rowCount: number, bots: number | undefined): string {
  const users = plural(rowCount, {one: '# user', other: '# users'});
  if (!bots || bots === rowCount) return users;
  return plural(bots, {one: `${users}, including # bot`, other: `${users}, including # bots`});
}

function useColumns(): Column<ReportedUser>[] {
  const dates = useDates();
  const when = (millis: number | undefined) => (millis ? <When at={millis} /> : undefined);
  return [
    {label: t`User`, sortBy: 'Username', render: (user) => <UserName user={user} />},
    {
      label: t`Created`,
      sortBy: 'CreateAt',
      kind: 'short',
      render: ({create_at}) => dates.date(create_at),
      leaveOut: 1,
    },
    {
      label: t`Last sign-in`,
      sortBy: 'LastLogin',
      kind: 'short',
      render: ({last_login}) => when(last_login),
      leaveOut: 2,
    },
    {
      label: t`Last active`,
      sortBy: 'LastStatusAt',
      kind: 'short',
      render: ({last_status_at}) => when(last_status_at),
    },
    {
      label: t`Last message`,
      sortBy: 'LastPostDate',
      kind: 'short',
      render: ({last_post_date}) => when(last_post_date),
    },
    {
      label: t`Days with messages`,
      sortBy: 'DaysActive',
      kind: 'end',
      render: ({days_active}) => count(days_active),
      leaveOut: 3,
    },
    {label: t`Messages`, sortBy: 'TotalPosts', kind: 'end', render: ({total_posts}) => count(total_posts)},
    {label: t`Actions`, kind: 'actions', render: (user) => <RowMenu user={user} />},
  ];
}

function RowMenu({user}: {user: ReportedUser}) {
  const name = user.username;
  const label = t`Options for ${name}`;
  return (
    <AccountMenu user={user} label={label} trigger={<IconButton icon="more" size="small" label={label} />} />
  );
}

/** The names, role and state of a user in one cell, because more columns would not fit next to the sidebar. */
function UserName({user}: {user: ReportedUser}) {
  const full = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return (
    <RowName
      icon={<PersonAvatar userId={user.id} size={32} />}
      name={
        <span className={styles.name}>
          <Link to={`/_admin/users/${user.id}`}>
            <bdi>{breakable(user.username)}</bdi>
          </Link>
          {user.is_bot && <Tag>{t`BOT`}</Tag>}
          {isAdministrator(user) && <Tag kind="warn">{t`Administrator`}</Tag>}
          {isGuest(user) && <Tag>{t`GUEST`}</Tag>}
          {user.delete_at > 0 && <Tag kind="bad">{t`Deactivated`}</Tag>}
        </span>
      }
      detail={
        <span className={styles.details}>
          {full && <bdi>{breakable(full)}</bdi>}
          {!user.is_bot && <bdi>{breakable(user.email)}</bdi>}
        </span>
      }
    />
  );
}
