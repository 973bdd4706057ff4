import {Navigate} from 'react-router';
import {LoadingState} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannelsQuery} from '../../data/channels/channels.ts';
import {lastChannelPath} from '../../data/channels/last-channel.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';

/** The address of a team: leads to the channel shown last, or else to the one that everyone is in. */
export function TeamStart() {
  const team = useCurrentTeam();
  const me = useMe();
  const {data: channels} = useChannelsQuery();
  if (!channels) return <LoadingState />;
  const known = new Set(Object.values(channels).map((channel) => channelPath(team, channel, me)));
  const last = lastChannelPath(team.id);
  const isGone = last === null || (!known.has(last) && last.includes('/channels/'));
  return <Navigate to={isGone ? `/${team.name}/channels/town-square` : last} replace />;
}
