import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useRef} from 'react';
import {Navigate, useLocation, useParams} from 'react-router';
import {Missing, PageHeader} from '../../components/frame/page-header.tsx';
import {Button} from '../../components/ui/button.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {channelPath} from '../../data/channels/channel-names.ts';
import {
  addChannel,
  useChannels,
  useChannelsQuery,
  useMembershipsQuery,
} from '../../data/channels/channels.ts';
import {openDirect} from '../../data/channels/direct.ts';
import {rememberLastChannel} from '../../data/channels/last-channel.ts';
import {usePersonById, usePersonByUsername} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam, useTeams} from '../../data/teams/teams.ts';
import {errorMessage, isNotFound, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {ChannelView} from './channel-view.tsx';

/** The page of a channel, found by its name in the URL. */
export function ChannelPage() {
  const {name = ''} = useParams();
  const {search} = useLocation();
  const me = useMe();
  const team = useCurrentTeam();
  const channels = useChannels();
  const channel = Object.values(channels).find((one) => one.team_id === team.id && one.name === name);
  const waiting = useIsWaiting();
  // When the channel's URL changes, redirects to the new one.
  const lastShown = useRef<ServerChannel>(undefined);
  useEffect(() => {
    if (channel) lastShown.current = channel;
  }, [channel]);
  const before = lastShown.current?.name === name ? lastShown.current : undefined;
  const moved = !channel && before ? channels[before.id] : undefined;
  if (moved?.team_id === team.id) {
    return <Navigate to={{pathname: channelPath(team, moved, me), search}} replace />;
  }
  // The membership determines which messages are new, so wait for it too.
  if (waiting) return <LoadingState />;
  return channel ? <Shown channel={channel} /> : <NotJoined name={name} before={before} />;
}

/** Whether data is still loading. A channel isn't reported as missing until everything is loaded. */
function useIsWaiting(): boolean {
  const channels = useChannelsQuery();
  const memberships = useMembershipsQuery();
  return channels.isPending || memberships.isPending;
}

function Shown({channel}: {channel: ServerChannel}) {
  const team = useCurrentTeam();
  const me = useMe();
  const path = channelPath(team, channel, me);
  useEffect(() => rememberLastChannel(team.id, path), [team.id, path]);
  return <ChannelView key={channel.id} channel={channel} />;
}

/** A channel that the person isn't a member of. `before` is set if they were a member a moment ago. */
function NotJoined({name, before}: {name: string; before: ServerChannel | undefined}) {
  const team = useCurrentTeam();
  const me = useMe();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['channel-by-name', team.id, name],
    queryFn: () => server.getChannelByName(team.id, name, true),
  });
  async function join() {
    try {
      await server.addToChannel(me.id, data!.id);
      await addChannel(data!);
    } catch (failure) {
      showError(errorMessage(failure));
    }
  }
  if (isPending) return <LoadingState />;
  if (isNotFound(error) && before) {
    const title = before.display_name;
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon="lock" title={t`You're no longer a member of ${title}`}>
          <p>
            <Trans>You left this private channel, or someone removed you. Only its members can see it.</Trans>
          </p>
        </EmptyState>
      </>
    );
  }
  if (isNotFound(error)) return <Missing what="channel" />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const title = data.display_name;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={data.delete_at > 0 ? 'archive' : 'hash'} title={t`You're not a member of ${title}`}>
        {data.purpose && <p>{data.purpose}</p>}
        {data.delete_at > 0 ? (
          <p>
            <Trans>This channel is archived.</Trans>
          </p>
        ) : (
          <Button kind="primary" onPress={() => void join()}>
            <Trans>Join channel</Trans>
          </Button>
        )}
      </EmptyState>
    </>
  );
}

/** The page of a direct or group message. The URL contains `@username`, a user's id, or a group's name. */
export function MessagesPage() {
  const {name = ''} = useParams();
  const channels = useChannels();
  const waiting = useIsWaiting();
  const me = useMe();
  const {search} = useLocation();
  const teams = useTeams();
  const group = Object.values(channels).find((channel) => channel.type === 'G' && channel.name === name);
  // When a group message is converted to a channel, redirects to the channel.
  const lastShown = useRef<ServerChannel>(undefined);
  useEffect(() => {
    if (group) lastShown.current = group;
  }, [group]);
  const before = lastShown.current?.name === name ? lastShown.current : undefined;
  const converted = !group && before ? channels[before.id] : undefined;
  const team = teams.find(({id}) => id === converted?.team_id);
  if (team && converted) {
    return <Navigate to={{pathname: channelPath(team, converted, me), search}} replace />;
  }
  if (waiting) return <LoadingState />;
  if (group) return <Shown channel={group} />;
  if (name.startsWith('@')) return <ByUsername username={name.slice(1).toLowerCase()} />;
  return name.length === 26 ? <ById userId={name} /> : <Missing what="channel" />;
}

function ByUsername({username}: {username: string}) {
  const person = usePersonByUsername(username);
  if (person === undefined) return <LoadingState />;
  return person ? <WithPerson userId={person.id} /> : <Missing what="person" />;
}

function ById({userId}: {userId: string}) {
  const person = usePersonById(userId);
  if (person === undefined) return <LoadingState />;
  return person ? <WithPerson userId={userId} /> : <Missing what="person" />;
}

function WithPerson({userId}: {userId: string}) {
  const me = useMe();
  const team = useCurrentTeam();
  const channels = useChannels();
  const channel = Object.values(channels).find(
    (one) => one.type === 'D' && otherUserId(one, me.id) === userId,
  );
  const isMissing = channel === undefined;
  useEffect(() => {
    if (isMissing) void openDirect(team, [userId]);
  }, [isMissing, team, userId]);
  return channel ? <Shown channel={channel} /> : <LoadingState />;
}
