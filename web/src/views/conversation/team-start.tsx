import {Navigate, useLocation} from 'react-router';
import {LoadingState} from '../../components/ui/state.tsx';
import {TOWN_SQUARE} from '../../data/channels/addresses.ts';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannelsQuery} from '../../data/channels/channels.ts';
import {lastChannelPath} from '../../data/channels/last-channel.ts';
import {isGuest} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {language} from '../../lib/language.ts';

/**
 * The start page of a team. Redirects to the channel that was open last, or to the channel that all members are in.
 * Guests may not be in that channel, so they start in their first one. A panel in the address opens there.
 */
export function TeamStart() {
  const team = useCurrentTeam();
  const me = useMe();
  const {data: channels} = useChannelsQuery();
  const {search, state, key} = useLocation();
  if (!channels) return <LoadingState />;
  const all = Object.values(channels);
  const known = new Set(all.map((channel) => channelPath(team, channel, me)));
  const last = lastChannelPath(team.id);
  const isUnavailable = last === null || (!known.has(last) && last.includes('/channels/'));
  // If this page is opened again before the redirect is rendered, the redirect is lost. The key repeats it.
  const redirect = (path: string) => <Navigate key={key} to={path + search} state={state} replace />;
  if (!isUnavailable) return redirect(last);
  const usual = `/${team.name}/channels/${TOWN_SQUARE}`;
  if (!isGuest(me) || known.has(usual)) return redirect(usual);
  const [first] = all
    .filter(({team_id, delete_at}) => team_id === team.id && delete_at === 0)
    .sort((one, other) => one.display_name.localeCompare(other.display_name, language()));
  return redirect(first ? channelPath(team, first, me) : usual);
}
