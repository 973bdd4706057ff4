import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, Route, Routes} from 'react-router';
import {PersonAvatar} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {PER_PAGE, readLastActivity, readUsers} from '../../../data/administration/user-lists.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
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
  const query = useQuery({
    queryKey: ['administration', 'users', term, filter, page],
    queryFn: () => readUsers(term, filter, page),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const {data} = query;
  const me = useMe();
  const lastActivity = useLastActivity(data?.users ?? []);
  const columns = useColumns(lastActivity);
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
      <RowList
        label={t`Users`}
        columns={columns}
        rows={data?.users}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        query={query}
        empty={{
          icon: 'people',
          title: t`No users found`,
          text: t`Try another filter, or search for the beginning of a name or email address.`,
        }}
        bulk={{actions: accountActions(me.id), getName: ({username}) => username}}
        pages={data?.isSearch ? undefined : {page, perPage: PER_PAGE, onPage: parameters.setPage}}
      />
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdministrationPage>
  );
}

function useLastActivity(users: readonly UserProfile[]): ReadonlyMap<string, number> | undefined {
  const ids = users.filter(({is_bot}) => !is_bot).map(({id}) => id);
  return useQuery({
    queryKey: ['administration', 'last-activity', ids],
    queryFn: () => readLastActivity(ids),
    enabled: ids.length > 0,
    staleTime: 0,
  }).data;
}

function useColumns(lastActivity: ReadonlyMap<string, number> | undefined): Column<UserProfile>[] {
  const dates = useDates();
  return [
    {label: t`User`, render: (user) => <UserName user={user} />},
    {label: t`Email`, render: (user) => (user.is_bot ? '' : user.email)},
    {label: t`Role`, render: roleName},
    {label: t`Created`, kind: 'date', render: (user) => dates.date(user.create_at), onlyWide: true},
    {
      label: t`Last active`,
      kind: 'date',
      render: ({id}) => (lastActivity?.get(id) ? dates.date(lastActivity.get(id)!) : undefined),
      onlyWide: true,
    },
    {label: t`Status`, render: (user) => <UserState user={user} />},
  ];
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
