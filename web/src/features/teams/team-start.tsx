import {Navigate} from 'react-router';
import {LoadingState} from '../../components/state.tsx';
import {useMe} from '../../lib/session.ts';
import {channelPath} from '../channels/channel-names.ts';
import {useChannelsQuery} from '../channels/channels.ts';
import {lastChannelPath} from '../channels/last-channel.ts';
import {useCurrentTeam} from './teams.ts';

/** Where the address of a team leads: to the channel that was shown last, else to the one that all are in. */
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
