import {t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {usePersonById} from '../../data/people/people.ts';
import {server} from '../../lib/server.ts';
import {breakable} from './breakable.tsx';

interface Named {
  id: string;
  display_name: string;
}

/** The name of a team, which leads to its page. */
export function TeamLink({team}: {team: Named}) {
  return <Link to={`/_admin/teams/${team.id}`}>{breakable(team.display_name)}</Link>;
}

/** The name of a channel, which leads to its page. */
export function ChannelLink({channel}: {channel: Named}) {
  return <Link to={`/_admin/channels/${channel.id}`}>{breakable(channel.display_name)}</Link>;
}

/** A link to the page of an account, with its username. */
export function AccountLink({userId}: {userId: string}) {
  const person = usePersonById(userId);
  if (person === null) return t`a deleted account`;
  return <Link to={`/_admin/users/${userId}`}>{breakable(person?.username ?? '…')}</Link>;
}

/** The name of a channel that isn't loaded yet, and on request the name of its team. */
export function ChannelReference({channelId, withTeam}: {channelId: string; withTeam?: boolean}) {
  const {data, isError} = useQuery({
    queryKey: ['administration', 'channel-name', channelId],
    queryFn: () => server.getChannel(channelId),
  });
  if (isError) return t`a deleted channel`;
  if (!data) return '…';
  if (!withTeam || data.team_id === '') return <ChannelLink channel={data} />;
  return (
    <>
      <ChannelLink channel={data} /> · <TeamReference teamId={data.team_id} />
    </>
  );
}

/** The name of a team that isn't loaded yet. */
export function TeamReference({teamId}: {teamId: string}) {
  const {data, isError} = useQuery({
    queryKey: ['administration', 'team-name', teamId],
    queryFn: () => server.getTeam(teamId),
  });
  if (isError) return t`a deleted team`;
  if (!data) return '…';
  return <TeamLink team={data} />;
}
