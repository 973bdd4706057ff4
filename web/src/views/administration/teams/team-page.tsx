import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {Link, useParams} from 'react-router';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {figuresByName} from '../../../data/administration/monitoring.ts';
import {useLastMessageAt} from '../../../data/administration/sorted-search.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ArchiveTag, archivedLabel} from '../archive-tag.tsx';
import {ChannelList} from '../channels/channel-list.tsx';
import {MembersPanel} from '../members-panel.tsx';
import {PageHead} from '../page-head.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {TeamMenu} from './team-menu.tsx';

/** The page that leads to this one. */
const toList = () => ({path: '/_admin/teams', label: t`Back to teams`});

/** One team: what it is, its figures, its members and its channels. */
export default function TeamPage() {
  const {teamId = ''} = useParams();
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'team', teamId],
    queryFn: () => server.getTeam(teamId),
    staleTime: 0,
  });
  if (isNotFound(error)) return <Missing what="team" />;
  if (!data) {
    return <UnloadedPage title={t`Teams`} back={toList()} error={error} onRetry={() => void refetch()} />;
  }
  return <ManagedTeam key={teamId} team={data} />;
}

function ManagedTeam({team}: {team: Team}) {
  const dates = useDates();
  const {data: stats} = useQuery({
    queryKey: ['administration', 'team-stats', team.id],
    queryFn: () => server.getTeamStats(team.id),
    staleTime: 0,
  });
  const {data: figures} = useQuery({
    queryKey: ['administration', 'team-figures', team.id],
    queryFn: () => figuresByName(team.id),
    staleTime: 0,
  });
  const lastMessageAt = useLastMessageAt(team.id);
  const isActive = team.delete_at === 0;
  // The pages of a team are only for its members.
  const isOpenable = useTeams().some(({id}) => id === team.id) && isActive;
  return (
    <AdministrationPage
      title={team.display_name}
      back={toList()}
      actions={
        <TeamMenu
          team={team}
          label={t`Manage team`}
          trigger={
            <Button icon="chevronDown">
              <Trans>Manage</Trans>
            </Button>
          }
        />
      }
    >
      <PageHead
        label={t`Team`}
        picture={<Avatar name={team.display_name} size={72} square />}
        name={team.display_name}
        detail={`/${team.name}`}
        tags={<ArchiveTag kind="team" isArchived={!isActive} />}
        facts={[
          {term: t`Description`, value: team.description},
          {term: t`Who can join`, value: team.allow_open_invite ? t`Anyone` : t`Invited people`},
          {term: t`Allowed email domains`, value: team.allowed_domains},
          {term: t`Created`, value: dates.dateTime(team.create_at)},
          {term: t`Last message`, value: lastMessageAt ? dates.dateTime(lastMessageAt) : ''},
          {term: archivedLabel('team'), value: isActive ? '' : dates.dateTime(team.delete_at)},
          {term: t`ID`, value: <code>{team.id}</code>},
        ]}
        links={
          <>
            {isOpenable && <Link to={`/${team.name}`}>{t`Open team`}</Link>}
            {isActive && <Link to={integrationsPath(team.name)}>{t`Integrations`}</Link>}
            <Link to={`/_admin/audits?find=${team.id}`}>{t`Audit log`}</Link>
          </>
        }
      />
      <FigureTiles>
        <FigureTile label={t`Members`} value={count(stats?.active_member_count)} />
        <FigureTile label={t`Public channels`} value={count(figures?.channel_open_count)} />
        <FigureTile label={t`Private channels`} value={count(figures?.channel_private_count)} />
        <FigureTile label={t`Messages`} value={count(figures?.post_count)} />
      </FigureTiles>
      <MembersPanel
        group={{of: 'team', id: team.id}}
        name={team.display_name}
        total={stats?.total_member_count}
        candidates={{not_in_team_id: team.id}}
        mayChange={isActive}
        mayRemove={isActive}
      />
      <Panel title={t`Channels`}>
        <ChannelList teamId={team.id} />
      </Panel>
    </AdministrationPage>
  );
}
