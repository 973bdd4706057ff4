import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {Link, useParams} from 'react-router';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {Markdown} from '../../../components/markdown/markdown.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {isTownSquare} from '../../../data/channels/addresses.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ArchiveTag, archivedLabel} from '../archive-tag.tsx';
import {MembersPanel} from '../members-panel.tsx';
import {PageHead} from '../page-head.tsx';
import {AccountLink, TeamLink} from '../references.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {ChannelMenu} from './channel-menu.tsx';

/** The page that leads to this one. */
const toList = () => ({path: '/_admin/channels', label: t`Back to channels`});

/** One public or private channel: what it is, its figures and its members. */
export default function ChannelPage() {
  const {channelId = ''} = useParams();
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'channel', channelId],
    queryFn: async () => {
      // The library's type lacks what the server sends.
      const channel = (await server.getChannel(channelId)) as ServerChannel;
      // Direct channels have no team, and no page.
      return {channel, team: channel.team_id === '' ? undefined : await server.getTeam(channel.team_id)};
    },
    staleTime: 0,
  });
  if (isNotFound(error) || (data && !data.team)) return <Missing what="channel" />;
  if (!data) {
    return <UnloadedPage title={t`Channels`} back={toList()} error={error} onRetry={() => void refetch()} />;
  }
  return <ManagedChannel key={channelId} channel={data.channel} team={data.team!} />;
}

function ManagedChannel({channel, team}: {channel: ServerChannel; team: Team}) {
  const dates = useDates();
  const {data: stats} = useQuery({
    queryKey: ['administration', 'channel-stats', channel.id, 'files'],
    queryFn: () => server.getChannelStats(channel.id, true),
    staleTime: 0,
  });
  const isActive = channel.delete_at === 0;
  // The pages of a team are only for its members.
  const isOpenable = useTeams().some(({id}) => id === team.id) && isActive;
  return (
    <AdministrationPage
      title={channel.display_name}
      back={toList()}
      actions={
        <ChannelMenu
          channel={channel}
          label={t`Manage channel`}
          trigger={
            <Button icon="chevronDown">
              <Trans>Manage</Trans>
            </Button>
          }
        />
      }
    >
      <PageHead
        label={t`Channel`}
        picture={<Icon name={channel.type === 'P' ? 'lock' : 'hash'} size={40} />}
        name={channel.display_name}
        detail={`~${channel.name}`}
        tags={<ArchiveTag kind="channel" isArchived={!isActive} />}
        facts={[
          {term: t`Team`, value: <TeamLink team={team} />},
          {
            term: t`Type`,
            value: channel.type === 'P' ? t`Private` : t`Public`,
          },
          {term: t`Purpose`, value: channel.purpose && <Markdown text={channel.purpose} inline />},
          {term: t`Header`, value: channel.header && <Markdown text={channel.header} inline />},
          {term: t`Created`, value: dates.dateTime(channel.create_at)},
          {
            term: t`Created by`,
            value: channel.creator_id === '' ? '' : <AccountLink userId={channel.creator_id} />,
          },
          {
            term: t`Last message`,
            value: channel.last_post_at > 0 ? dates.dateTime(channel.last_post_at) : '',
          },
          {term: archivedLabel('channel'), value: isActive ? '' : dates.dateTime(channel.delete_at)},
          {term: t`ID`, value: <code>{channel.id}</code>},
        ]}
        links={
          <>
            {isOpenable && <Link to={`/${team.name}/channels/${channel.name}`}>{t`Open channel`}</Link>}
            <Link to={`/_admin/post-report?channel=${channel.id}`}>{t`Message report`}</Link>
            <Link to={`/_admin/audits?find=${channel.id}`}>{t`Audit log`}</Link>
          </>
        }
      />
      <FigureTiles>
        <FigureTile label={t`Members`} value={count(stats?.member_count)} />
        <FigureTile label={t`Guests`} value={count(stats?.guest_count)} />
        <FigureTile label={t`Messages`} value={count(channel.total_msg_count)} />
        <FigureTile label={t`Pinned messages`} value={count(stats?.pinnedpost_count)} />
        <FigureTile label={t`Files`} value={count(stats?.files_count)} />
      </FigureTiles>
      <MembersPanel
        group={{of: 'channel', id: channel.id}}
        name={channel.display_name}
        total={stats?.member_count}
        candidates={{team_id: team.id, not_in_channel_id: channel.id}}
        mayChange={isActive}
        mayRemove={isActive && !isTownSquare(channel)}
      />
    </AdministrationPage>
  );
}
