import type {Channel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {channelPath} from '../channels/channel-names.ts';
import {useChannel} from '../channels/channels.ts';
import {useCurrentTeam} from '../teams/teams.ts';

/** A channel that the person need not be in; null where it cannot be read. */
export function useAnyChannel(id: string): Channel | null | undefined {
  const own = useChannel(id);
  const {data, isError} = useQuery({
    queryKey: ['channel', id],
    queryFn: () => server.getChannel(id),
    enabled: id !== '' && !own,
  });
  if (isError) return null;
  return own ?? data;
}

/** A channel by its name, and the way to it if wanted. */
export function ChannelName({id, linked = false}: {id: string; linked?: boolean}) {
  const channel = useAnyChannel(id);
  const team = useCurrentTeam();
  const me = useMe();
  if (channel === undefined) return <>…</>;
  if (channel === null) return <>a channel that you are not in</>;
  const text = `~${channel.display_name}`;
  return linked ? <Link to={channelPath(team, channel, me)}>{text}</Link> : text;
}
