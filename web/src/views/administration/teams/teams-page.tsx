import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, useNavigate} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useSortedSearch} from '../../../data/administration/sorted-search.ts';
import {refreshChannels} from '../../../data/channels/channels.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {CurrentTeamProvider, refreshTeams, useTeams} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {archiveActions} from '../bulk-actions.ts';
import {ListTools, orderBy, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';

const CreateTeamDialog = lazyDialog(() => import('../../../components/teams/create-team.tsx'));
const CreateChannelDialog = lazyDialog(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/create-channel.tsx')),
);
const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../../components/invitations/invite-dialog.tsx')),
);
const TeamMembersDialog = lazyDialog(() => import('../../../components/teams/team-members.tsx'));

const PER_PAGE = 25;
const SEARCH_OPTIONS: Record<string, object> = {
  active: {include_deleted: false},
  open: {allow_open_invite: true},
  invited: {allow_open_invite: false},
};
type Opened = 'members' | 'invite' | 'channel' | 'archive';

/** All teams of the server, including archived ones. */
export default function TeamsPage() {
  const parameters = useListParameters('all');
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{team: Team; what: Opened}>();
  const {term, filter, page, sorting} = parameters;
  const columns = useColumns((team, what) => setOpened({team, what}));
  const order = orderBy(sorting, columns);
  const query = useSortedSearch<{teams: Team[]; total_count: number}>('teams', {
    term,
    page,
    perPage: PER_PAGE,
    order,
    filter: SEARCH_OPTIONS[filter],
  });
  const {data} = query;
  const close = () => setOpened(undefined);
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
          {value: 'active', label: t`Active`},
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
      {opened?.what === 'archive' && <ArchiveTeamDialog team={opened.team} onClose={close} />}
    </AdministrationPage>
  );
}

function ArchiveTeamDialog({team, onClose}: {team: Team; onClose: () => void}) {
  const name = team.display_name;
  return (
    <ConfirmDialog
      title={t`Archive ${name}?`}
      confirmLabel={t`Archive team`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.deleteTeam(team.id);
        await refreshAdministration();
      }}
    >
      <Trans>
        Members can no longer use its channels. Nothing is deleted, and you can unarchive the team on this
        page.
      </Trans>
    </ConfirmDialog>
  );
}

type OnOpen = (team: Team, what: Opened) => void;

function teamActions() {
  return archiveActions({
    archive: (id) => server.deleteTeam(id),
    unarchive: (id) => server.unarchiveTeam(id),
    archived: (count) => plural(count, {one: '# team was archived.', other: '# teams were archived.'}),
    unarchived: (count) => plural(count, {one: '# team was unarchived.', other: '# teams were unarchived.'}),
  });
}

function useColumns(onOpen: OnOpen): Column<Team>[] {
  const dates = useDates();
  return [
    {
      label: t`Team`,
      sortBy: 'display_name',
      render: (team) => (
        <RowName
          icon={<Avatar name={team.display_name} size={32} square />}
          name={<TeamName team={team} />}
          detail={<bdi>/{team.name}</bdi>}
        />
      ),
    },
    {label: t`Members`, sortBy: 'members', kind: 'end', render: (team) => <MemberCount teamId={team.id} />},
    {
      label: t`Who can join`,
      sortBy: 'allow_open_invite',
      render: (team) => (team.allow_open_invite ? t`Anyone` : t`Invited people`),
    },
    {
      label: t`Created`,
      sortBy: 'create_at',
      kind: 'date',
      render: (team) => dates.date(team.create_at),
      onlyWide: true,
    },
    {
      label: t`Status`,
      sortBy: 'delete_at',
      render: (team) =>
        team.delete_at > 0 ? <Tag kind="warn">{t`Archived`}</Tag> : <Tag kind="good">{t`Active`}</Tag>,
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (team) => <TeamMenu team={team} onOpen={onOpen} />,
    },
  ];
}

/** The name of a team, with a link if the person can open it. */
function TeamName({team}: {team: Team}) {
  const isMember = useTeams().some(({id}) => id === team.id);
  return isMember && team.delete_at === 0 ? (
    <Link to={`/${team.name}`}>{team.display_name}</Link>
  ) : (
    team.display_name
  );
}

function TeamMenu({team, onOpen}: {team: Team; onOpen: OnOpen}) {
  const {change} = useChange();
  const me = useMe();
  const navigate = useNavigate();
  const isMember = useTeams().some(({id}) => id === team.id);
  const name = team.display_name;
  const label = t`Options for ${name}`;
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      <MenuItem icon="people" onAction={() => onOpen(team, 'members')}>{t`Members`}</MenuItem>
      {team.delete_at === 0 ? (
        <MenuItem icon="personAdd" onAction={() => onOpen(team, 'invite')}>{t`Invite people`}</MenuItem>
      ) : null}
      {team.delete_at === 0 && !isMember ? (
        <MenuItem
          icon="people"
          onAction={() =>
            void change(async () => {
              await server.addToTeam(team.id, me.id);
              await Promise.all([refreshTeams(), refreshChannels()]);
            }, t`You joined ${name}.`)
          }
        >{t`Join team`}</MenuItem>
      ) : null}
      {team.delete_at === 0 && isMember ? (
        <MenuItem icon="add" onAction={() => onOpen(team, 'channel')}>{t`Create channel`}</MenuItem>
      ) : null}
      {team.delete_at === 0 ? (
        <MenuItem
          icon="hook"
          onAction={() => navigate(integrationsPath(team.name))}
        >{t`Integrations`}</MenuItem>
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
          {team.allow_open_invite ? t`Require an invitation` : t`Let anyone join`}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      {team.delete_at === 0 ? (
        <MenuItem icon="archive" danger onAction={() => onOpen(team, 'archive')}>
          {t({message: 'Archive', context: 'verb'})}
        </MenuItem>
      ) : (
        <MenuItem
          icon="refresh"
          onAction={() => void change(() => server.unarchiveTeam(team.id), t`${name} was unarchived.`)}
        >{t`Unarchive`}</MenuItem>
      )}
    </Menu>
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
