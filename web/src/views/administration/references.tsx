import {t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {usePersonById} from '../../data/people/people.ts';
import {server} from '../../lib/server.ts';

/** A link to the page of an account, with its username. */
export function AccountLink({userId}: {userId: string}) {
  const person = usePersonById(userId);
  if (person === null) return t`a deleted account`;
  return <Link to={`/_admin/users/${userId}`}>{person?.username ?? '…'}</Link>;
}

/** The name of a channel, with a link that finds it in the list of channels, and on request the name of its team. */
export function ChannelReference({channelId, withTeam}: {channelId: string; withTeam?: boolean}) {
  const {data, isError} = useQuery({
    queryKey: ['administration', 'channel-name', channelId],
    queryFn: () => server.getChannel(channelId),
  });
  if (isError) return t`a deleted channel`;
  if (!data) return '…';
  const link = <Link to={`/_admin/channels?find=${encodeURIComponent(data.name)}`}>{data.display_name}</Link>;
  if (!withTeam || data.team_id === '') return link;
  return (
    <>
      {link} · <TeamReference teamId={data.team_id} />
    </>
  );
}

/** The name of a team, with a link that finds it in the list of teams. */
export function TeamReference({teamId}: {teamId: string}) {
  const {data, isError} = useQuery({
    queryKey: ['administration', 'team-name', teamId],
    queryFn: () => server.getTeam(teamId),
  });
  if (isError) return t`a deleted team`;
  if (!data) return '…';
  return <Link to={`/_admin/teams?find=${encodeURIComponent(data.name)}`}>{data.display_name}</Link>;
}
