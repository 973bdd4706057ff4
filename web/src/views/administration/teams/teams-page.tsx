import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Route, Routes} from 'react-router';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../../components/ui/state.tsx';
import {useSortedSearch} from '../../../data/administration/sorted-search.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ArchiveState, activeLabel} from '../archive-tag.tsx';
import {breakable} from '../breakable.tsx';
import {archiveActions} from '../bulk-actions.ts';
import {ListTools, orderBy, RowName, useListParameters} from '../list-tools.tsx';
import {TeamLink} from '../references.tsx';
import {RowList} from '../row-list.tsx';
import {refreshAdministration} from '../use-change.ts';
import {TeamMenu} from './team-menu.tsx';

const TeamPage = lazyComponent(() => import('./team-page.tsx'), <LoadingState />);
const CreateTeamDialog = lazyDialog(() => import('../../../components/teams/create-team.tsx'));

/** The list of all teams, and the page of each. */
export default function TeamsPage() {
  return (
    <Routes>
      <Route index element={<AllTeams />} />
      <Route path=":teamId" element={<TeamPage />} />
    </Routes>
  );
}

const PER_PAGE = 25;
const SEARCH_OPTIONS: Record<string, object> = {
  active: {include_deleted: false},
  open: {allow_open_invite: true},
  invited: {allow_open_invite: false},
};

/** All teams of the server, including archived ones. */
function AllTeams() {
  const parameters = useListParameters('all');
  const [isCreating, setCreating] = useState(false);
  const {term, filter, page, sorting} = parameters;
  const columns = useColumns();
  const order = orderBy(sorting, columns);
  const query = useSortedSearch<{teams: Team[]; total_count: number}>('teams', {
    term,
    page,
    perPage: PER_PAGE,
    order,
    filter: SEARCH_OPTIONS[filter],
  });
  const {data} = query;
  const isFiltered = term !== '' || filter !== 'all';
  return (
    <AdministrationPage
      title={t`Teams`}
      intro={t`Each team has its own channels, members and integrations.`}
      actions={
        <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
          <Trans>Create team</Trans>
        </Button>
      }
    >
      <ListTools
        parameters={parameters}
        findLabel={t`Find a team`}
        filterLabel={t`Filter teams`}
        filters={[
          {value: 'all', label: t`All teams`},
          {value: 'active', label: activeLabel('team')},
          {value: 'open', label: t`Anyone can join`},
          {value: 'invited', label: t`Invite only`},
        ]}
      />
      <RowList
        label={t`Teams`}
        columns={columns}
        rows={data?.teams}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        sorting={order}
        query={query}
        empty={{
          icon: 'people',
          title: isFiltered ? t`No teams found` : t`No teams yet`,
          text: isFiltered ? t`Try another search or filter.` : t`Create a team to start messaging.`,
        }}
        bulk={{actions: teamActions(), getName: ({display_name}) => display_name}}
        pages={{page, perPage: PER_PAGE, total: data?.total_count, onPage: parameters.setPage}}
      />
      {isCreating && (
        <CreateTeamDialog onClose={() => setCreating(false)} onCreated={() => void refreshAdministration()} />
      )}
    </AdministrationPage>
  );
}

function teamActions() {
  return archiveActions({
    archive: (id) => server.deleteTeam(id),
    unarchive: (id) => server.unarchiveTeam(id),
    archived: (count) => plural(count, {one: '# team was archived.', other: '# teams were archived.'}),
    unarchived: (count) => plural(count, {one: '# team was unarchived.', other: '# teams were unarchived.'}),
  });
}

function useColumns(): Column<Team>[] {
  const dates = useDates();
  return [
    {
      label: t`Team`,
      sortBy: 'display_name',
      render: (team) => (
        <RowName
          icon={<Avatar name={team.display_name} size={32} square />}
          name={<TeamLink team={team} />}
          detail={<bdi>{breakable(`/${team.name}`)}</bdi>}
        />
      ),
    },
    {label: t`Members`, sortBy: 'members', kind: 'end', render: (team) => <MemberCount teamId={team.id} />},
    {
      label: t`Who can join`,
      sortBy: 'allow_open_invite',
      kind: 'short',
      render: (team) => (team.allow_open_invite ? t`Anyone` : t`Invited people`),
      leaveOut: 2,
    },
    {
      label: t`Created`,
      sortBy: 'create_at',
      kind: 'short',
      render: (team) => dates.date(team.create_at),
      leaveOut: 1,
    },
    {
      label: t`Status`,
      sortBy: 'delete_at',
      kind: 'short',
      render: (team) => <ArchiveState kind="team" isArchived={team.delete_at > 0} />,
      isUsual: ({delete_at}) => delete_at === 0,
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (team) => <RowMenu team={team} />,
    },
  ];
}

function RowMenu({team}: {team: Team}) {
  const name = team.display_name;
  const label = t`Options for ${name}`;
  return (
    <TeamMenu team={team} label={label} trigger={<IconButton icon="more" size="small" label={label} />} />
  );
}

function MemberCount({teamId}: {teamId: string}) {
  const {data} = useQuery({
    queryKey: ['administration', 'team-stats', teamId],
    queryFn: () => server.getTeamStats(teamId),
    staleTime: 0,
  });
  return count(data?.active_member_count);
}
