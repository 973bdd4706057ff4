import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, Route, Routes} from 'react-router';
import {PersonAvatar} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {type Column, DataTable, Pager, type RowSelection} from '../../../components/ui/data-table.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {PER_PAGE, readUsers} from '../../../data/administration/user-lists.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {BulkBar} from '../bulk-bar.tsx';
import {ListTools, RowName, useListParameters, useRowSelection} from '../list-tools.tsx';
import {accountActions} from './account-changes.ts';
import {roleName, UserState} from './user-state.tsx';

const UserPage = lazyComponent(() => import('./user-page.tsx'), <LoadingState />);
const CreateUserDialog = lazyComponent(() => import('./create-user.tsx'));

/** The list of all users, and the page of each. */
export default function UsersPage() {
  return (
    <Routes>
      <Route index element={<UserList />} />
      <Route path=":userId" element={<UserPage />} />
    </Routes>
  );
}

function UserList() {
  const parameters = useListParameters('all');
  const [isCreating, setCreating] = useState(false);
  const {term, filter, page} = parameters;
  const {data, error, isPending, isPlaceholderData, refetch} = useQuery({
    queryKey: ['administration', 'users', term, filter, page],
    queryFn: () => readUsers(term, filter, page),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const me = useMe();
  const selection = useRowSelection(
    data?.users ?? [],
    ({id}) => id,
    ({username}) => username,
  );
  return (
    <AdministrationPage
      title={t`Users`}
      intro={t`All accounts on this server, including bots. When someone leaves, deactivate their account. Their messages stay.`}
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
          {value: 'admins', label: t`Administrators`},
          {value: 'bots', label: t`Bots`},
        ]}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.users.length === 0 ? (
        <EmptyState icon="people" title={t`No users found`}>
          <p>
            <Trans>Try another filter, or search for the beginning of a name or email address.</Trans>
          </p>
        </EmptyState>
      ) : (
        <>
          <BulkBar
            rows={selection.rows}
            getName={({username}) => username}
            actions={accountActions(me.id)}
            onClear={selection.clear}
          />
          <UserTable users={data.users} busy={isPlaceholderData} selection={selection.table} />
          {!data.isSearch && (
            <Pager page={page} perPage={PER_PAGE} count={data.users.length} onPage={parameters.setPage} />
          )}
        </>
      )}
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdministrationPage>
  );
}

interface UserTableProps {
  users: readonly UserProfile[];
  busy: boolean;
  selection: RowSelection<UserProfile>;
}

function UserTable({users, busy, selection}: UserTableProps) {
  const dates = useDates();
  const columns: Column<UserProfile>[] = [
    {label: t`User`, render: (user) => <UserName user={user} />},
    {label: t`Email`, render: (user) => (user.is_bot ? '' : user.email)},
    {label: t`Role`, render: roleName},
    {label: t`Created`, render: (user) => dates.date(user.create_at), onlyWide: true},
    {label: t`Status`, render: (user) => <UserState user={user} />},
  ];
  return (
    <DataTable
      label={t`Users`}
      columns={columns}
      rows={users}
      getKey={({id}) => id}
      isFaded={({delete_at}) => delete_at > 0}
      busy={busy}
      selection={selection}
    />
  );
}

function UserName({user}: {user: UserProfile}) {
  const full = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return (
    <RowName
      icon={<PersonAvatar userId={user.id} size={32} />}
      name={
        <>
          <Link to={`/_admin/users/${user.id}`}>
            <bdi>{user.username}</bdi>
          </Link>{' '}
          {user.is_bot && <Tag>{t`BOT`}</Tag>}
        </>
      }
      detail={full}
    />
  );
}
