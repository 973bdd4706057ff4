import {groupDisplayName} from '../../../messaging/channels/channels.ts';
import {CHANNELS} from '../../../messaging/tables/tables.ts';
import {insertNewRows, updateRows} from '../../../platform/database/table.ts';
import type {DirectChannel, Participant} from '../format/objects.ts';
import type {DirectChannelEntry, Directory} from '../references/directory.ts';
import {membersOf} from '../references/references.ts';
import {selectDirectChannels} from '../references/store.ts';
import type {Batch} from './batch.ts';
import {type ChannelMemberRow, writeChannelMembers} from './memberships.ts';
import {SET_UPDATE_AT} from './merging.ts';
import {type NewPreference, setPreferences} from './preferences.ts';

/**
 * Writes the direct and group channels of direct_channel lines, and the `implied` ones that only posts refer to. The
 * sidebar of each member shows a new channel, unless its line has `shown_by`.
 */
export async function writeDirectChannels(
  batch: Batch,
  lines: readonly DirectChannel[],
  implied: readonly DirectChannelEntry[],
): Promise<void> {
  const {tx, now, directory} = batch;
  const stated = statedChannels(lines, directory);
  const channels = new Set([...stated.map(({channel}) => channel), ...implied]);
  const fresh = new Set([...channels].filter(({stored}) => !stored));
  await insertChannels(batch, [...fresh]);
  const changed = await updateRows(
    tx,
    CHANNELS,
    stated.map(({line, channel}) => ({id: channel.id, header: line.header})),
    {merging: SET_UPDATE_AT, now},
  );

  const isStated = new Set(stated.map(({channel}) => channel));
  const touchedMembers = await writeChannelMembers(
    batch,
    [
      ...stated.flatMap(({line, channel}) => membersIn(line, channel, directory)),
      ...[...fresh].filter((channel) => !isStated.has(channel)).flatMap(defaultMembers),
    ],
    now,
  );
  const shownAsStated = new Set(stated.filter(({line}) => line.shown_by).map(({channel}) => channel));
  const touchedPreferences = await setPreferences(tx, [
    ...stated.flatMap(({line, channel}) => preferencesIn(line, channel, directory)),
    ...[...fresh]
      .filter((channel) => !shownAsStated.has(channel))
      .flatMap((channel) => channel.members.map(({id}) => sidebarPreference(id, channel))),
  ]);

  const touched = new Set([...changed.map(({id}) => id), ...touchedMembers]);
  if (fresh.size + touched.size + touchedPreferences.length > 0) batch.announce.stale = true;
  for (const channel of channels) {
    const changedOrNot = touched.has(channel.id) ? 'updated' : 'unchanged';
    batch.count('direct channel', fresh.has(channel) ? 'created' : changedOrNot);
  }
  for (const channel of fresh) batch.markStored(channel);
}

/** Merges the lines of each channel. Later lines override earlier ones. */
function statedChannels(lines: readonly DirectChannel[], directory: Directory) {
  const stated = new Map<DirectChannelEntry, DirectChannel>();
  for (const line of lines) {
    const channel = directory.directChannel(membersOf(line))!;
    const earlier = stated.get(channel);
    stated.set(channel, {
      members: line.members,
      participants: line.participants ?? earlier?.participants,
      header: line.header ?? earlier?.header,
      favorited_by: [...(earlier?.favorited_by ?? []), ...(line.favorited_by ?? [])],
      shown_by: line.shown_by ?? earlier?.shown_by,
    });
  }
  return [...stated].map(([channel, line]) => ({channel, line}));
}

async function insertChannels(batch: Batch, channels: readonly DirectChannelEntry[]): Promise<void> {
  const created = await insertNewRows(
    batch.tx,
    {...CHANNELS, key: ['name', 'teamid'] as const},
    channels.map(({id, type, name, members}) => ({
      id,
      type,
      name,
      teamid: '',
      displayname: type === 'G' ? groupDisplayName(members.map(({username}) => username)) : '',
      createat: batch.now,
      updateat: batch.now,
    })),
  );
  await adoptExistingChannels(batch, channels, created);
}

/** Uses the channels that someone created since the directory looked them up. */
async function adoptExistingChannels(
  {tx}: Batch,
  channels: readonly DirectChannelEntry[],
  created: readonly {name: string}[],
): Promise<void> {
  if (created.length === channels.length) return;
  const createdNames = new Set(created.map(({name}) => name));
  const others = channels.filter(({name}) => !createdNames.has(name));
  const rows = await selectDirectChannels(
    tx,
    others.map(({name}) => name),
  );
  for (const channel of others) {
    const row = rows.find(({name}) => name === channel.name)!;
    channel.id = row.id;
    channel.newestPostAt = row.newestpostat;
  }
}

function defaultMembers(channel: DirectChannelEntry): ChannelMemberRow[] {
  return channel.members.map(({id, isGuest}) => ({
    channelId: channel.id,
    userId: id,
    isGuest,
    listed: false,
  }));
}

function membersIn(
  line: DirectChannel,
  channel: DirectChannelEntry,
  directory: Directory,
): ChannelMemberRow[] {
  const described = new Map(line.participants?.map((it) => [directory.user(it.username)!.id, it]));
  return channel.members.map(({id, isGuest}) => {
    const participant = described.get(id);
    return {
      channelId: channel.id,
      userId: id,
      isGuest,
      listed: false,
      given: participant,
      roles: participant && rolesOf(participant),
    };
  });
}

function rolesOf({scheme_admin, scheme_guest, scheme_user}: Participant): ChannelMemberRow['roles'] {
  return {schemeuser: scheme_user, schemeadmin: scheme_admin, schemeguest: scheme_guest};
}

function preferencesIn(
  line: DirectChannel,
  channel: DirectChannelEntry,
  directory: Directory,
): NewPreference[] {
  const ids = (names: readonly string[] | undefined) => (names ?? []).map((name) => directory.user(name)!.id);
  return [
    ...ids(line.favorited_by).map((userId) => ({
      userId,
      category: 'favorite_channel',
      name: channel.id,
      value: 'true',
    })),
    ...ids(line.shown_by).map((userId) => sidebarPreference(userId, channel)),
  ];
}

/** The preference that shows the channel in the sidebar (docs/specification.md#preferences-of-users). */
function sidebarPreference(userId: string, {id, type, members}: DirectChannelEntry): NewPreference {
  if (type === 'G') return {userId, category: 'group_channel_show', name: id, value: 'true'};
  const other = members.find((member) => member.id !== userId) ?? members[0]!;
  return {userId, category: 'direct_channel_show', name: other.id, value: 'true'};
}
