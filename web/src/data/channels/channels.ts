import type {Channel, ChannelMembership, ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {useQuery} from '@tanstack/react-query';
import {computed} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {changeQueryData, changeWhileSaving, queries, readByQuery} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {preference, usePreference} from '../preferences/preferences.ts';
import {useRolesGrant} from '../session/permissions.ts';
import {me, useMe} from '../session/session.ts';
import {clientConfig, useClientConfig} from '../system/client-config.ts';
import {useTeamMembership} from '../teams/teams.ts';
import {refreshCategories} from './categories.ts';

export type Channels = Readonly<Record<string, ServerChannel>>;
export type Memberships = Readonly<Record<string, ChannelMembership>>;

const channelsKey = ['my-channels'];
const membershipsKey = ['my-memberships'];

async function readChannels(): Promise<Channels> {
  // Includes archived channels, because their members can still read them.
  const list = await server.call<ServerChannel[]>('/users/me/channels?include_deleted=true');
  return Object.fromEntries(list.map((channel) => [channel.id, channel]));
}

async function readMemberships(): Promise<Memberships> {
  // Page -1 returns all memberships.
  const list = await server.getAllChannelsMembers(me().id, -1);
  return Object.fromEntries(list.map((membership) => [membership.channel_id, membership]));
}

/** The queries for the person's channels and memberships. */
export const channelsQuery = {queryKey: channelsKey, queryFn: readChannels, meta: {isCopied: true}};
export const membershipsQuery = {queryKey: membershipsKey, queryFn: readMemberships, meta: {isCopied: true}};

/** The person's channels in all teams, by id. */
export function useChannelsQuery() {
  return useQuery(channelsQuery);
}

/** The person's memberships, by channel id. */
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

// Each message changes the counts of a channel. Without an atom for each channel, what shows the other channels would
// render too, and there can be hundreds of them.
const $channels = readByQuery<Channels>(channelsKey);
const $memberships = readByQuery<Memberships>(membershipsKey);
const $channel = atomFamily((id) => computed($channels, (all) => all?.[id]));
const $membership = atomFamily((id) => computed($memberships, (all) => all?.[id]));

export function useChannel(id: string): ServerChannel | undefined {
  return useStore($channel(id));
}

/** A channel that the person may not be a member of; null if it can't be loaded. */
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

export function useMembership(channelId: string): ChannelMembership | undefined {
  return useStore($membership(channelId));
}

export function loadedChannel(id: string): ServerChannel | undefined {
  return queries.getQueryData<Channels>(channelsKey)?.[id];
}

export function knownChannels(): Channels {
  return queries.getQueryData<Channels>(channelsKey) ?? NO_CHANNELS;
}

export function loadedMembership(channelId: string): ChannelMembership | undefined {
  return queries.getQueryData<Memberships>(membershipsKey)?.[channelId];
}

/** A change of one record among others by id, if it is there. */
function changeOne<T>(id: string, change: (one: T) => T) {
  return (before: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
    const one = before[id];
    return one ? {...before, [id]: change(one)} : before;
  };
}

export function changeChannel(id: string, change: (channel: ServerChannel) => ServerChannel): void {
  changeQueryData<Channels>(channelsKey, changeOne(id, change));
}

export function changeMembership(id: string, change: (of: ChannelMembership) => ChannelMembership): void {
  changeQueryData<Memberships>(membershipsKey, changeOne(id, change));
}

/** Changes a membership while `save` sends the change to the server. */
export function changeMembershipWhileSaving(
  id: string,
  change: (of: ChannelMembership) => ChannelMembership,
  save: () => Promise<unknown>,
): Promise<unknown> {
  return changeWhileSaving<Memberships, unknown>(membershipsKey, changeOne(id, change), save);
}

/** Adds a channel that the person has just created, opened or joined. */
export async function addChannel(channel: ServerChannel): Promise<void> {
  const membership = await server.getMyChannelMember(channel.id);
  changeQueryData<Channels>(channelsKey, (before) => ({...before, [channel.id]: channel}));
  changeQueryData<Memberships>(membershipsKey, (before) => ({...before, [channel.id]: membership}));
  await refreshCategories();
}

/** Joins a channel. @throws the server's error */
export async function joinChannel(channel: ServerChannel): Promise<void> {
  await server.addToChannel(me().id, channel.id);
  await addChannel(channel);
}

/** Removes a channel that the person is no longer a member of. */
export function removeChannel(id: string): void {
  for (const key of [channelsKey, membershipsKey]) {
    changeQueryData<Record<string, unknown>>(key, ({[id]: _gone, ...others}) => others);
  }
}

export function refreshMemberships(): Promise<void> {
  return queries.invalidateQueries({queryKey: membershipsKey});
}

export function areMembershipsLoading(): boolean {
  return queries.isFetching({queryKey: membershipsKey}) > 0;
}

export async function refreshChannels(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: channelsKey}),
    refreshMemberships(),
    refreshCategories(),
  ]);
}

/** Whether replies are shown only in their threads, and not in the channel. */
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

/** Whether the person has a permission in the channel; undefined until it is known. */
export function useHasChannelPermission(channelId: string, permission: string): boolean | undefined {
  const channel = useChannel(channelId);
  const membership = useMembership(channelId);
  const inTeam = useTeamMembership(channel?.team_id ?? '');
  const roles = [useMe().roles, inTeam?.roles, membership?.roles];
  return useRolesGrant(roles.join(' '), permission);
}

/** The name of a permission that differs between public and private channels. */
export function permissionFor(
  channel: {type: string},
  doing: 'properties' | 'members' | 'banner' | 'delete',
): string {
  const kind = channel.type === 'P' ? 'private' : 'public';
  return doing === 'delete' ? `delete_${kind}_channel` : `manage_${kind}_channel_${doing}`;
}
