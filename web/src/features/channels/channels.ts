import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import {clientConfig, useClientConfig} from '../../lib/client-config.ts';
import {onLive, onMissedEvents} from '../../lib/live.ts';
import {useRolesGrant} from '../../lib/permissions.ts';
import {preference, usePreference} from '../../lib/preferences.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me, useMe} from '../../lib/session.ts';
import {rolesOfMembership} from '../teams/teams.ts';

export type Channels = Readonly<Record<string, ServerChannel>>;
export type Memberships = Readonly<Record<string, ChannelMembership>>;

const channelsKey = ['my-channels'];
const membershipsKey = ['my-memberships'];

async function readChannels(): Promise<Channels> {
  // Archived ones too: their members go on reading them.
  const list = await server.call<ServerChannel[]>('/users/me/channels?include_deleted=true');
  return Object.fromEntries(list.map((channel) => [channel.id, channel]));
}

async function readMemberships(): Promise<Memberships> {
  // Page -1 is all of them.
  const list = await server.getAllChannelsMembers(me().id, -1);
  return Object.fromEntries(list.map((membership) => [membership.channel_id, membership]));
}

/** How the person's channels are read, and the memberships in them. */
export const channelsQuery = {queryKey: channelsKey, queryFn: readChannels};
export const membershipsQuery = {queryKey: membershipsKey, queryFn: readMemberships};

/** All channels that the person is in, of every team, by id. */
export function useChannelsQuery() {
  return useQuery(channelsQuery);
}

/** The person's memberships, by channel. */
export function useMembershipsQuery() {
  return useQuery(membershipsQuery);
}

const NO_CHANNELS: Channels = {};
const NO_MEMBERSHIPS: Memberships = {};

export function useChannels(): Channels {
  return useChannelsQuery().data ?? NO_CHANNELS;
}

export function useMemberships(): Memberships {
  return useMembershipsQuery().data ?? NO_MEMBERSHIPS;
}

export function useChannel(id: string): ServerChannel | undefined {
  return useChannels()[id];
}

export function useMembership(channelId: string): ChannelMembership | undefined {
  return useMemberships()[channelId];
}

export function knownChannel(id: string): ServerChannel | undefined {
  return queries.getQueryData<Channels>(channelsKey)?.[id];
}

export function knownChannels(): Channels {
  return queries.getQueryData<Channels>(channelsKey) ?? NO_CHANNELS;
}

export function knownMembership(channelId: string): ChannelMembership | undefined {
  return queries.getQueryData<Memberships>(membershipsKey)?.[channelId];
}

export function changeChannel(id: string, change: (channel: ServerChannel) => ServerChannel): void {
  queries.setQueryData<Channels>(channelsKey, (before) => {
    const channel = before?.[id];
    return channel ? {...before, [id]: change(channel)} : before;
  });
}

export function changeMembership(id: string, change: (of: ChannelMembership) => ChannelMembership): void {
  queries.setQueryData<Memberships>(membershipsKey, (before) => {
    const membership = before?.[id];
    return membership ? {...before, [id]: change(membership)} : before;
  });
}

/** Takes over a channel that the person has just made, opened or joined. */
export async function takeOverChannel(channel: ServerChannel): Promise<void> {
  const membership = await server.getMyChannelMember(channel.id);
  queries.setQueryData<Channels>(channelsKey, (before) => ({...before, [channel.id]: channel}));
  queries.setQueryData<Memberships>(membershipsKey, (before) => ({...before, [channel.id]: membership}));
  await queries.invalidateQueries({queryKey: ['categories']});
}

/** Forgets a channel that the person is no longer in. */
export function dropChannel(id: string): void {
  for (const key of [channelsKey, membershipsKey]) {
    queries.setQueryData<Record<string, unknown>>(key, (before) => {
      const {[id]: _gone, ...others} = before ?? {};
      return others;
    });
  }
}

export async function refreshChannels(): Promise<void> {
  await Promise.all(
    [channelsKey, membershipsKey, ['categories']].map((queryKey) => queries.invalidateQueries({queryKey})),
  );
}

/** Whether replies are shown in threads of their own only, and not in the channel. */
export function useCollapsedThreads(): boolean {
  const {CollapsedThreads = 'disabled'} = useClientConfig();
  const chosen = usePreference(
    'display_settings',
    'collapsed_reply_threads',
    CollapsedThreads === 'default_on' ? 'on' : 'off',
  );
  return areThreadsCollapsed(CollapsedThreads, chosen);
}

export function collapsedThreads(): boolean {
  const {CollapsedThreads = 'disabled'} = clientConfig();
  const initial = CollapsedThreads === 'default_on' ? 'on' : 'off';
  const chosen = preference('display_settings', 'collapsed_reply_threads', initial);
  return areThreadsCollapsed(CollapsedThreads, chosen);
}

function areThreadsCollapsed(setting: string, chosen: string): boolean {
  if (setting === 'always_on') return true;
  return setting !== 'disabled' && chosen === 'on';
}

/** Whether the person may do that in the channel. */
export function useMayInChannel(channelId: string, permission: string): boolean | undefined {
  const channel = useChannel(channelId);
  const membership = useMembership(channelId);
  const {data: teamMemberships} = useQuery({
    queryKey: ['my-team-memberships'],
    queryFn: () => server.getMyTeamMembers(),
  });
  const inTeam = teamMemberships?.find(({team_id}) => team_id === channel?.team_id);
  const roles = [
    useMe().roles,
    rolesOfMembership(inTeam, 'team'),
    rolesOfMembership(membership, 'channel'),
  ].join(' ');
  return useRolesGrant(roles, permission);
}

/** The permission for something that is granted apart for public and private channels. */
export function permissionFor(channel: {type: string}, doing: 'properties' | 'members' | 'delete'): string {
  const kind = channel.type === 'P' ? 'private' : 'public';
  return doing === 'delete' ? `delete_${kind}_channel` : `manage_${kind}_channel_${doing}`;
}

/** Notices that are no messages: the counters leave them out. */
const UNCOUNTED = /^system_(?:join|leave|add|remove)_/;

/** Counts a post that has just been made. `isRead` if the person is looking at its channel. */
export function countPost(post: Post, {isMention, isRead}: {isMention: boolean; isRead: boolean}): void {
  const isRoot = post.root_id === '' ? 1 : 0;
  const counts = UNCOUNTED.test(post.type) ? 0 : 1;
  changeChannel(post.channel_id, (channel) => ({
    ...channel,
    total_msg_count: channel.total_msg_count + counts,
    total_msg_count_root: channel.total_msg_count_root + counts * isRoot,
    last_post_at: Math.max(channel.last_post_at, post.create_at),
  }));
  const isOwn = post.user_id === me().id && post.props.from_webhook !== 'true';
  if (isOwn || isRead) {
    changeMembership(post.channel_id, (membership) => ({
      ...membership,
      msg_count: membership.msg_count + counts,
      msg_count_root: membership.msg_count_root + counts * isRoot,
      last_viewed_at: isRead
        ? Math.max(membership.last_viewed_at, post.create_at)
        : membership.last_viewed_at,
    }));
  } else if (isMention) {
    changeMembership(post.channel_id, (membership) => ({
      ...membership,
      mention_count: membership.mention_count + 1,
      mention_count_root: membership.mention_count_root + isRoot,
    }));
  }
}

/** Shows a channel as read, up to a time. */
export function showAsRead(channelId: string, at: number): void {
  const channel = knownChannel(channelId);
  if (!channel) return;
  changeMembership(channelId, (membership) => ({
    ...membership,
    msg_count: channel.total_msg_count,
    msg_count_root: channel.total_msg_count_root,
    mention_count: 0,
    mention_count_root: 0,
    urgent_mention_count: 0,
    last_viewed_at: Math.max(at, membership.last_viewed_at),
  }));
}

/** Keeps channels and memberships fresh by live events; posts are counted where they arrive. */
export function followChannels(): void {
  const refresh = () => void refreshChannels();
  for (const event of [
    'channel_created',
    'direct_added',
    'group_added',
    'channel_restored',
    'channel_converted',
  ]) {
    onLive(event, refresh);
  }
  onLive('user_added', ({data}) => {
    if (data.user_id === me().id) refresh();
  });
  onLive('user_added', ({broadcast}) => refreshMembers(broadcast.channel_id));
  onLive('user_removed', ({data, broadcast}) => {
    if (data.channel_id) dropChannel(data.channel_id);
    else if (data.user_id === me().id) dropChannel(broadcast.channel_id);
    refreshMembers(data.channel_id ?? broadcast.channel_id);
  });
  onLive('channel_updated', ({data}) => {
    const channel = JSON.parse(data.channel) as ServerChannel;
    changeChannel(channel.id, (before) => ({...before, ...channel}));
  });
  onLive('channel_deleted', ({data}) =>
    changeChannel(data.channel_id, (channel) => ({...channel, delete_at: data.delete_at})),
  );
  onLive('channel_member_updated', ({data}) => {
    const membership = JSON.parse(data.channelMember) as ChannelMembership;
    changeMembership(membership.channel_id, () => membership);
  });
  onLive('multiple_channels_viewed', ({data}) => {
    for (const [id, at] of Object.entries<number>(data.channel_times)) showAsRead(id, at);
  });
  onLive('post_unread', ({data, broadcast}) =>
    changeMembership(broadcast.channel_id, (membership) => ({
      ...membership,
      msg_count: data.msg_count,
      msg_count_root: data.msg_count_root,
      mention_count: data.mention_count,
      mention_count_root: data.mention_count_root,
      last_viewed_at: data.last_viewed_at,
    })),
  );
  onMissedEvents(() => {
    refresh();
    refreshMembers();
  });
}

/** Reads anew who is in a channel; without one named, in all that are shown. */
function refreshMembers(...channelIds: string[]): void {
  for (const what of ['channel-stats', 'channel-members']) {
    void queries.invalidateQueries({queryKey: [what, ...channelIds]});
  }
}
