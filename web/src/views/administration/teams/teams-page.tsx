import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable, Pager} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {CurrentTeamProvider, useTeams} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, PlaceName, useListParameters} from '../list-tools.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';

const CreateTeamDialog = lazyComponent(() => import('../../../components/teams/create-team.tsx'));
const CreateChannelDialog = lazyComponent(() => import('../../../components/channels/create-channel.tsx'));
const InviteDialog = lazyComponent(() => import('../../../components/teams/invite.tsx'));
const TeamMembersDialog = lazyComponent(() => import('../../../components/teams/team-members.tsx'));

const PER_PAGE = 25;
const FILTERS = [
  {value: 'all', label: 'All teams'},
  {value: 'open', label: 'Open to everyone'},
  {value: 'invited', label: 'By invitation'},
];

type Opened = 'members' | 'invite' | 'channel' | 'archive';

/** Every team of the server, archived ones too. */
export default function TeamsPage() {
  const parameters = useListParameters('all');
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{team: Team; what: Opened}>();
  const {term, filter, page} = parameters;
  const {data, error, isPending, isPlaceholderData, refetch} = useQuery({
    queryKey: ['administration', 'teams', term, filter, page],
    queryFn: () =>
      server.call<{teams: Team[]; total_count: number}>('/teams/search', {
        method: 'POST',
        body: {
          term,
          page,
          per_page: PER_PAGE,
          ...(filter === 'all' ? {} : {allow_open_invite: filter === 'open'}),
        },
      }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const close = () => setOpened(undefined);
  return (
    <AdministrationPage
      title="Teams"
      lead="A team holds channels, the people in them and their integrations."
      actions={
        <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
          New team
        </Button>
      }
    >
      <ListTools
        parameters={parameters}
        findLabel="Find a team"
        filterLabel="Which teams"
        filters={FILTERS}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.teams.length === 0 ? (
        <EmptyState icon="people" title={term ? 'No such team' : 'There is no team yet'}>
          <p>{term ? 'No team has that in its name.' : 'Make the first one: messages need a team.'}</p>
        </EmptyState>
      ) : (
        <>
          <TeamTable
            teams={data.teams}
            busy={isPlaceholderData}
            onOpen={(team, what) => setOpened({team, what})}
          />
          <Pager
            page={page}
            perPage={PER_PAGE}
            count={data.teams.length}
            total={data.total_count}
            onPage={parameters.setPage}
          />
        </>
      )}
      {isCreating && (
        <CreateTeamDialog onClose={() => setCreating(false)} onMade={() => void refreshAdministration()} />
      )}
      {opened && opened.what !== 'archive' && (
        <CurrentTeamProvider value={opened.team}>
          {opened.what === 'members' && (
            <TeamMembersDialog onClose={() => void refreshAdministration().finally(close)} />
          )}
          {opened.what === 'invite' && (
            <InviteDialog onClose={() => void refreshAdministration().finally(close)} />
          )}
          {opened.what === 'channel' && <CreateChannelDialog onClose={close} />}
        </CurrentTeamProvider>
      )}
      {opened?.what === 'archive' && (
        <ConfirmDialog
          title={`Archive ${opened.team.display_name}?`}
          confirmLabel="Archive the team"
          danger
          onClose={close}
          onConfirm={async () => {
            await server.deleteTeam(opened.team.id);
            await refreshAdministration();
          }}
        >
          Nobody can use its channels any more. Nothing is deleted: you can restore it here.
        </ConfirmDialog>
      )}
    </AdministrationPage>
  );
}

interface TeamTableProps {
  teams: readonly Team[];
  busy: boolean;
  onOpen: (team: Team, what: Opened) => void;
}

function TeamTable({teams, busy, onOpen}: TeamTableProps) {
  const dates = useDates();
  const {change} = useChange();
  const own = new Set(useTeams().map(({id}) => id));
  const columns: Column<Team>[] = [
    {
      label: 'Team',
      render: (team) => (
        <PlaceName
          mark={<Avatar name={team.display_name} size={32} square />}
          name={team.display_name}
          detail={`/${team.name}`}
        />
      ),
    },
    {label: 'Members', kind: 'end', render: (team) => <MemberCount teamId={team.id} />},
    {
      label: 'Who may join',
      render: (team) => (team.allow_open_invite ? 'Everyone' : 'Whoever is invited'),
    },
    {label: 'Since', render: (team) => dates.date(team.create_at), onlyWide: true},
    {
      label: 'State',
      render: (team) =>
        team.delete_at > 0 ? <Tag kind="warn">Archived</Tag> : <Tag kind="good">Active</Tag>,
    },
    {
      label: 'What to do',
      kind: 'actions',
      render: (team) => (
        <Menu
          label={`${team.display_name}: options`}
          trigger={<IconButton icon="more" size="small" label={`${team.display_name}: options`} />}
        >
          <MenuItem icon="people" onAction={() => onOpen(team, 'members')}>
            Members
          </MenuItem>
          {team.delete_at === 0 ? (
            <MenuItem icon="personAdd" onAction={() => onOpen(team, 'invite')}>
              Add people
            </MenuItem>
          ) : null}
          {team.delete_at === 0 && own.has(team.id) ? (
            <MenuItem icon="add" onAction={() => onOpen(team, 'channel')}>
              New channel
            </MenuItem>
          ) : null}
          {team.delete_at === 0 ? (
            <MenuItem
              icon={team.allow_open_invite ? 'lock' : 'globe'}
              onAction={() =>
                void change(() =>
                  server.call(`/teams/${team.id}/privacy`, {
                    method: 'PUT',
                    body: {privacy: team.allow_open_invite ? 'I' : 'O'},
                  }),
                )
              }
            >
              {team.allow_open_invite ? 'Let only invited people join' : 'Let everyone join'}
            </MenuItem>
          ) : null}
          <MenuSeparator />
          {team.delete_at === 0 ? (
            <MenuItem icon="archive" danger onAction={() => onOpen(team, 'archive')}>
              Archive
            </MenuItem>
          ) : (
            <MenuItem
              icon="refresh"
              onAction={() =>
                void change(() => server.unarchiveTeam(team.id), `${team.display_name} is back.`)
              }
            >
              Restore
            </MenuItem>
          )}
        </Menu>
      ),
    },
  ];
  return (
    <DataTable
      label="Teams"
      columns={columns}
      rows={teams}
      keyOf={({id}) => id}
      isFaded={({delete_at}) => delete_at > 0}
      busy={busy}
    />
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
