import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useRef} from 'react';
import {Navigate, useLocation, useParams} from 'react-router';
import {Missing} from '../../components/frame/missing-page.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../components/ui/state.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannels, useChannelsQuery, useMembershipsQuery} from '../../data/channels/channels.ts';
import {openDirect} from '../../data/channels/direct.ts';
import {rememberLastChannel} from '../../data/channels/last-channel.ts';
import {usePersonById, usePersonByUsername} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam, useTeams} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {isNotFound, server} from '../../lib/server.ts';
import {OpenChannels} from './open-channels.tsx';

const NotJoined = lazyComponent(
  () => withCatalog('conversation', import('./not-joined/not-joined.tsx')),
  <LoadingState />,
);

/**
 * The page of a channel, found by its name in the URL, or of a direct or group message, whose URL contains `@username`,
 * a user's id, or a group's name.
 */
export function ChannelPage({of}: {of: 'channels' | 'messages'}) {
  const {name = ''} = useParams();
  const {search} = useLocation();
  const me = useMe();
  const team = useCurrentTeam();
  const teams = useTeams();
  const channels = useChannels();
  const found = useAddressedChannel(of, name);
  const isWaiting = useIsWaiting();
  const channel = isWaiting ? undefined : found;
  const path = channel && channelPath(team, channel, me);
  useEffect(() => {
    if (path) rememberLastChannel(team.id, path);
  }, [team.id, path]);
  // When the channel's URL changes, or a group message is converted to a channel, redirects to the new one.
  const lastShown = useRef<ServerChannel>(undefined);
  useEffect(() => {
    if (channel) lastShown.current = channel;
  }, [channel]);
  const unjoined = useUnjoinedChannel(name, of === 'channels' && !isWaiting && !found);
  // A public channel can be read without joining it.
  const isReadable = unjoined.data?.type === 'O' && !isNotFound(unjoined.error);
  const readable = !isWaiting && !found && isReadable ? unjoined.data : undefined;
  const before = lastShown.current?.name === name ? lastShown.current : undefined;
  const moved = !channel && before ? channels[before.id] : undefined;
  const home = teams.find(({id}) => id === moved?.team_id);
  if (moved && home) return <Navigate to={{pathname: channelPath(home, moved, me), search}} replace />;
  return (
    <>
      <OpenChannels channel={channel ?? readable} />
      {isWaiting ? (
        <LoadingState />
      ) : (channel ?? readable) ? null : of === 'channels' ? (
        <NotJoined
          channel={unjoined.data}
          error={unjoined.error}
          onRetry={() => void unjoined.refetch()}
          before={before}
        />
      ) : (
        <NoMessages name={name} />
      )}
    </>
  );
}

/** Whether data is still loading. The membership determines which messages are new, so wait for it too. */
function useIsWaiting(): boolean {
  const channels = useChannelsQuery();
  const memberships = useMembershipsQuery();
  return channels.isPending || memberships.isPending;
}

/** The channel of a URL, if the person is a member. */
function useAddressedChannel(of: 'channels' | 'messages', name: string): ServerChannel | undefined {
  const me = useMe();
  const team = useCurrentTeam();
  const channels = Object.values(useChannels());
  const person = usePersonByUsername(of === 'messages' ? usernameIn(name) : '');
  if (of === 'channels') return channels.find((one) => one.team_id === team.id && one.name === name);
  const userId = name.startsWith('@') ? person?.id : name;
  return channels.find(
    (one) =>
      (one.type === 'G' && one.name === name) || (one.type === 'D' && otherUserId(one, me.id) === userId),
  );
}

function usernameIn(name: string): string {
  return name.startsWith('@') ? name.slice(1).toLowerCase() : '';
}

/** The channel of a URL that the person isn't a member of, such as a public channel. */
function useUnjoinedChannel(name: string, isNeeded: boolean) {
  const team = useCurrentTeam();
  return useQuery({
    queryKey: ['channel-by-name', team.id, name],
    queryFn: () => server.getChannelByName(team.id, name, true) as Promise<ServerChannel>,
    enabled: isNeeded,
    staleTime: 0,
  });
}

/** Opens the direct messages with the person that a URL names, if there is one. */
function NoMessages({name}: {name: string}) {
  const byUsername = usePersonByUsername(usernameIn(name));
  const byId = usePersonById(name.length === 26 ? name : '');
  const team = useCurrentTeam();
  const person = name.startsWith('@') ? byUsername : byId;
  const userId = person?.id;
  useEffect(() => {
    if (userId) void openDirect(team, [userId]);
  }, [team, userId]);
  if (!name.startsWith('@') && name.length !== 26) return <Missing what="channel" />;
  return person === null ? <Missing what="person" /> : <LoadingState />;
}
