import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, Route, Routes} from 'react-router';
import {Button} from '../../../components/button.tsx';
import {type Column, DataTable, Pager} from '../../../components/data-table.tsx';
import {part} from '../../../components/part.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/state.tsx';
import {Tag} from '../../../components/tag.tsx';
import {useDates} from '../../../lib/use-dates.ts';
import {PersonAvatar} from '../../people/person-avatar.tsx';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools} from '../list-tools.tsx';
import {PlaceName} from '../place-name.tsx';
import {useListParameters} from '../use-list-parameters.ts';
import {FILTERS, PER_PAGE, readUsers} from './user-lists.ts';

const UserPage = part(() => import('./user-page.tsx'), <LoadingState />);
const CreateUserDialog = part(() => import('./create-user.tsx'));

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

export function UserState({user}: {user: UserProfile}) {
  return user.delete_at > 0 ? <Tag kind="bad">Deactivated</Tag> : <Tag kind="good">Active</Tag>;
}

/** What an account is on the whole server, in a word. */
export function roleOf(user: UserProfile): string {
  const roles = user.roles.split(' ');
  if (roles.includes('system_admin')) return 'Administrator';
  return roles.includes('system_guest') ? 'Guest' : 'Member';
}
