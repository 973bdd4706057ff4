import type {Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {channelNameNotFound, channelNameTaken, channelNotFound, invalidChannel} from './channel-errors.ts';
import {OFF_TOPIC, TOWN_SQUARE} from './channel-names.ts';
import {requireValidChannelName, requireValidChannelTexts} from './channel-rules.ts';
import {createDirectChannels} from './direct/direct-channels.ts';
import {createChannelLifecycle, teamUnavailable} from './lifecycle.ts';
import {createListing} from './listing/listing.ts';
import {createChannelMembers} from './members/members.ts';
import {createOwnLists} from './own-lists.ts';
import {presentChannel} from './present.ts';
import {createReading} from './reading/reading.ts';
import type {Channel, NewChannel} from './schema.ts';
import {
  type ChannelRow,
  insertChannels,
  lockTeamForChannels,
  selectChannel,
  selectChannelByName,
  selectChannelByNames,
  selectLiveChannelsByName,
} from './store.ts';

export {type ChannelAccess, createChannelAccess} from './channel-access.ts';
export {
  directChannelName,
  GROUP_MEMBERS,
  groupChannelName,
  groupDisplayName,
  TOWN_SQUARE,
} from './channel-names.ts';
export {DEFAULT_CHANNEL_NOTIFY_PROPS} from './members/notify-props.ts';
export {changeChannelsAsGuest} from './members/store.ts';
export {presentChannel, presentChannelWithTeam} from './present.ts';
export {updateMemberUnread} from './reading/store.ts';
export {type ChannelRow, clearSchemeOfChannels} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A public or private channel was created. `channel-member:joined` follows for its first member. */
    'channel:created': {channel: Static<typeof Channel>};
    /** A direct or group channel was created with these members. */
    'direct-channel:created': {channel: Static<typeof Channel>; userIds: string[]; creatorId: string};
  }
}

/** A channel without its counters, which change with every post. */
export type ChannelInfo = Omit<
  ChannelRow,
  'lastpostat' | 'totalmsgcount' | 'extraupdateat' | 'totalmsgcountroot' | 'lastrootpostat'
>;

const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  [TOWN_SQUARE]: 'Town Square',
  [OFF_TOPIC]: 'Off-Topic',
};

export type Channels = ReturnType<typeof createChannels>;

/** Public and private channels of a team, direct and group channels, and their members. */
export function createChannels({
  cluster,
  database,
  events,
  config,
  permissions,
}: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
}) {
  const byIdCache = createReadThroughCache<ChannelInfo>({
    maxSize: 50_000,
    read: (id) => selectChannel(database, id),
  });
  events.onEveryNode('caches:stale', () => byIdCache.clear());
  events.onEveryNode('channel:changed', ({channel}) => byIdCache.invalidate(channel.id));
  events.onEveryNode('channel:archived', ({channel}) => byIdCache.invalidate(channel.id));
  events.onEveryNode('channel:restored', ({channel}) => byIdCache.invalidate(channel.id));
  events.onEveryNode('channel:converted', ({channel}) => byIdCache.invalidate(channel.id));

  /** A channel without its counters, which change with every post. Cached. @throws AppError 404 for an unknown id. */
  async function byId(id: string): Promise<ChannelInfo> {
    const channel = await byIdCache.get(id);
    if (!channel) throw channelNotFound(id);
    return channel;
  }

  const ownLists = createOwnLists({cluster, events});
  const members = createChannelMembers({database, events, permissions, ownLists, channelById: byId});
  const direct = createDirectChannels({database, events, members});
  const lifecycle = createChannelLifecycle({
    database,
    events,
    config,
    recordLeft: members.recordLeft,
  });

  /** Names of the channels that every new team member joins, except guests. */
  function defaultNames(): string[] {
    const {ExperimentalDefaultChannels} = config.get().TeamSettings;
    const others = ExperimentalDefaultChannels.length > 0 ? ExperimentalDefaultChannels : [OFF_TOPIC];
    return [...new Set([TOWN_SQUARE, ...others])];
  }

  /** Names of the channels that are created with every team. */
  function teamDefaultNames(): string[] {
    return [...new Set([TOWN_SQUARE, OFF_TOPIC, ...defaultNames()])];
  }

  return {
    byId,
    teamDefaultNames,

    /** The current state of a channel, with its counters. @throws AppError 404 for an unknown id. */
    async current(id: string): Promise<ChannelRow> {
      const row = await selectChannel(database, id);
      if (!row) throw channelNotFound(id);
      return row;
    },

    /**
     * A channel of the team, or a direct or group channel, by its name.
     *
     * @throws AppError 404 if it doesn't exist, or is archived and `includeArchived` is not set.
     */
    byName: async (teamId: string, name: string, archived?: {includeArchived?: boolean}) =>
      requireFound(await selectChannelByName(database, teamId, name), name, archived),

    /** Like {@link byName}, with the name of the team. */
    byTeamName: async (teamName: string, name: string, archived?: {includeArchived?: boolean}) =>
      requireFound(await selectChannelByNames(database, teamName, name), name, archived),

    /**
     * Creates a public or private channel in a team, with its creator as a member and administrator.
     *
     * @throws AppError 400 for an invalid field, a taken name, or a team that is unknown, archived or full.
     */
    async create(input: Static<typeof NewChannel>, creatorId: string): Promise<ChannelRow> {
      const {team_id: teamId, type = 'O', name, header = '', purpose = ''} = input;
      requireTeamChannelType(type);
      if (!teamId) {
        throw invalidChannel(
          'app.channel.create_channel.no_team_id.app_error',
          'A public or private channel needs a team. Set team_id.',
          'team_id',
        );
      }
      requireValidChannelName(name);
      requireValidChannelTexts(input);
      const now = Date.now();
      const {row, publishJoined} = await database.transaction(async (tx) => {
        const team = await lockTeamForChannels(tx, teamId);
        if (!team || team.deleteat > 0) throw teamUnavailable(teamId);
        await lifecycle.requireRoom(tx, teamId);
        const [inserted] = await insertChannels(tx, [
          {
            id: newId(),
            createat: now,
            teamid: teamId,
            type,
            displayname: input.display_name?.trim() || name,
            name,
            header,
            purpose,
            creatorid: creatorId,
          },
        ]);
        if (!inserted) throw channelNameTaken(name);
        await members.addFirstMembers(tx, [inserted.id], [creatorId], creatorId, now);
        const first = {
          channelId: inserted.id,
          teamId,
          userId: creatorId,
          actorId: creatorId,
          withTeam: false,
        };
        return {row: inserted, publishJoined: await members.recordJoined(tx, [first])};
      });
      events.publish('channel-standing:changed', {channelId: row.id});
      events.publish('channel:created', {channel: presentChannel(row)});
      publishJoined();
      return row;
    },

    /** Creates the default channels of a new team in the transaction that creates the team. */
    createDefaults(tx: Transaction, teamId: string, creatorId: string, now: number): Promise<ChannelRow[]> {
      return insertChannels(
        tx,
        teamDefaultNames().map((name) => ({
          id: newId(),
          createat: now,
          teamid: teamId,
          type: 'O',
          displayname: DISPLAY_NAMES[name] ?? name,
          name,
          header: '',
          purpose: '',
          creatorid: creatorId,
        })),
      );
    },

    /**
     * Adds a user to the default channels of a team, in the transaction in which they join the team, and returns these
     * channels. The caller excludes guests.
     */
    async joinDefaults(
      tx: Transaction,
      {teamId, userId, asAdmin, now}: {teamId: string; userId: string; asAdmin: boolean; now: number},
    ): Promise<string[]> {
      const channels = await selectLiveChannelsByName(tx, teamId, defaultNames());
      const admitted = await members.addFirstMembers(
        tx,
        channels.map(({id}) => id),
        [userId],
        asAdmin ? userId : undefined,
        now,
      );
      return admitted.map(({channelid}) => channelid);
    },

    lists: createListing({database, ownLists}),
    reading: createReading({database, events, ownLists}),
    ...lifecycle,
    ...members,
    ...direct,
  };
}

function requireFound(
  row: ChannelRow | undefined,
  name: string,
  {includeArchived = false}: {includeArchived?: boolean} = {},
): ChannelRow {
  if (!row || (row.deleteat > 0 && !includeArchived)) throw channelNameNotFound(name);
  return row;
}

function requireTeamChannelType(type: string): asserts type is 'O' | 'P' {
  if (type === 'D' || type === 'G') {
    throw invalidChannel(
      'api.channel.create_channel.direct_channel.app_error',
      'Create direct and group channels with POST /channels/direct and POST /channels/group.',
      'type',
    );
  }
  if (type !== 'O' && type !== 'P') {
    throw invalidChannel(
      'model.channel.is_valid.type.app_error',
      `A channel type must be O (public) or P (private), not "${type}".`,
      'type',
    );
  }
}
