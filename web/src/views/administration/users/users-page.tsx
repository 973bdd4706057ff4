import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, Route, Routes} from 'react-router';
import {PersonAvatar} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {type Column, DataTable, Pager} from '../../../components/ui/data-table.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {FILTERS, PER_PAGE, readUsers} from '../../../data/administration/user-lists.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, PlaceName, useListParameters} from '../list-tools.tsx';
import {roleOf, UserState} from './user-state.tsx';

const UserPage = lazyComponent(() => import('./user-page.tsx'), <LoadingState />);
const CreateUserDialog = lazyComponent(() => import('./create-user.tsx'));

/** The accounts of the server, and one of them. */
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
  return (
    <AdministrationPage
      title="Users"
      lead="Everybody with an account on this server, people and bots. An account is never deleted, only deactivated: what it wrote stays."
      actions={
        <Button kind="primary" icon="personAdd" onPress={() => setCreating(true)}>
          New account
        </Button>
      }
    >
      <ListTools
        parameters={parameters}
        findLabel="Find a user"
        filterLabel="Which accounts"
        filters={FILTERS}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.users.length === 0 ? (
        <EmptyState icon="people" title="Nobody is here">
          <p>No account matches. Look for the beginning of a name or of an email address.</p>
        </EmptyState>
      ) : (
        <>
          <UserTable users={data.users} busy={isPlaceholderData} />
          {!data.isSearch && (
            <Pager page={page} perPage={PER_PAGE} count={data.users.length} onPage={parameters.setPage} />
          )}
        </>
      )}
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdministrationPage>
  );
}

function UserTable({users, busy}: {users: readonly UserProfile[]; busy: boolean}) {
  const dates = useDates();
  const columns: Column<UserProfile>[] = [
    {label: 'User', render: (user) => <UserName user={user} />},
    {label: 'Email', render: (user) => (user.is_bot ? '' : user.email)},
    {label: 'Role', render: roleOf},
    {label: 'Since', render: (user) => dates.date(user.create_at), onlyWide: true},
    {label: 'State', render: (user) => <UserState user={user} />},
  ];
  return (
    <DataTable
      label="Users"
      columns={columns}
      rows={users}
      keyOf={({id}) => id}
      isFaded={({delete_at}) => delete_at > 0}
      busy={busy}
    />
  );
}

function UserName({user}: {user: UserProfile}) {
  const full = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return (
    <PlaceName
      mark={<PersonAvatar userId={user.id} size={32} />}
      name={
        <>
          <Link to={`/_admin/users/${user.id}`}>{user.username}</Link> {user.is_bot && <Tag>BOT</Tag>}
        </>
      }
      detail={full}
    />
  );
}
