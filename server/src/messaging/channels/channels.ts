import type {Static} from 'typebox';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {channelNameNotFound, channelNameTaken, channelNotFound, channelRuleBroken} from './channel-errors.ts';
import {OFF_TOPIC, TOWN_SQUARE} from './channel-names.ts';
import {requireValidChannelName, requireValidChannelTexts} from './channel-rules.ts';
import {createDirectChannels} from './direct/direct-channels.ts';
import {createChannelLifecycle, noSuchTeam} from './lifecycle.ts';
import {createListing} from './listing/listing.ts';
import {createChannelMembers} from './members/members.ts';
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
  groupChannelName,
  groupDisplayName,
  TOWN_SQUARE,
} from './channel-names.ts';
export {DEFAULT_CHANNEL_NOTIFY_PROPS} from './members/notify-props.ts';
export {changeChannelsAsGuest} from './members/store.ts';
export {presentChannel} from './present.ts';
export {updateMemberUnread} from './reading/store.ts';
export {type ChannelRow, clearSchemeOfChannels} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A public or private channel was made. Its first member's `channel-member:joined` follows. */
    'channel:created': {channel: Static<typeof Channel>};
    /** A direct or group channel was made, with these members. */
    'direct-channel:created': {channel: Static<typeof Channel>; userIds: string[]; creatorId: string};
  }
}

/** What of a channel changes seldom: all but its counters. */
export type KnownChannel = Omit<
  ChannelRow,
  'lastpostat' | 'totalmsgcount' | 'extraupdateat' | 'totalmsgcountroot' | 'lastrootpostat'
>;

const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  [TOWN_SQUARE]: 'Town Square',
  [OFF_TOPIC]: 'Off-Topic',
};

export type Channels = ReturnType<typeof createChannels>;

/** Channels: public and private ones of a team, direct and group ones of none; their members. */
export function createChannels({
  database,
  events,
  config,
  permissions,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
}) {
  const byIdCache = createReadThroughCache<KnownChannel>({
    maxSize: 50_000,
    read: (id) => selectChannel(database, id),
  });
  events.subscribe('caches:stale', () => byIdCache.clear());
  events.subscribe('channel:changed', ({channel}) => byIdCache.invalidate(channel.id));
  events.subscribe('channel:archived', ({channel}) => byIdCache.invalidate(channel.id));
  events.subscribe('channel:restored', ({channel}) => byIdCache.invalidate(channel.id));
  events.subscribe('channel:converted', ({channel}) => byIdCache.invalidate(channel.id));

  /** A channel but for its counters, which change with every post. Cached. @throws AppError 404 for an unknown id. */
  async function byId(id: string): Promise<KnownChannel> {
    const channel = await byIdCache.get(id);
    if (!channel) throw channelNotFound(id);
    return channel;
  }

  const members = createChannelMembers({database, events, permissions, channelById: byId});
  const direct = createDirectChannels({database, events, members});
  const lifecycle = createChannelLifecycle({
    database,
    events,
    config,
    publishLeft: members.publishLeft,
  });

  /** Names of the channels that every new member of a team joins, guests excepted. */
  function defaultNames(): string[] {
    const {ExperimentalDefaultChannels} = config.get().TeamSettings;
    const others = ExperimentalDefaultChannels.length > 0 ? ExperimentalDefaultChannels : [OFF_TOPIC];
    return [...new Set([TOWN_SQUARE, ...others])];
  }

  /** Names of the channels that a new team begins with. */
  function namesOfEveryTeam(): string[] {
    return [...new Set([TOWN_SQUARE, OFF_TOPIC, ...defaultNames()])];
  }

  return {
    byId,
    namesOfEveryTeam,

    /** A channel as it is now. @throws AppError 404 for an unknown id. */
    async current(id: string): Promise<ChannelRow> {
      const row = await selectChannel(database, id);
      if (!row) throw channelNotFound(id);
      return row;
    },

    /**
     * A channel by its name: of the team, or else a direct or group channel, which belong to none.
     *
     * @throws AppError 404 if there is none, or if it is archived and those are not asked for.
     */
    byName: async (teamId: string, name: string, archived?: {includeArchived?: boolean}) =>
      requireFound(await selectChannelByName(database, teamId, name), name, archived),

    /** The same, by the name of the team. */
    byTeamName: async (teamName: string, name: string, archived?: {includeArchived?: boolean}) =>
      requireFound(await selectChannelByNames(database, teamName, name), name, archived),

    /**
     * Makes a public or private channel in a team, with its creator as member and administrator.
     *
     * @throws AppError 400 for a field that is not valid, a name that is taken, a team that is unknown, archived or
     *   full.
     */
    async create(input: Static<typeof NewChannel>, creatorId: string): Promise<ChannelRow> {
      const {team_id: teamId, type = 'O', name, header = '', purpose = ''} = input;
      requireTeamChannelType(type);
      if (!teamId) {
        throw channelRuleBroken(
          'app.channel.create_channel.no_team_id.app_error',
          'A public or private channel belongs to a team: say which in team_id.',
          'team_id',
        );
      }
      requireValidChannelName(name);
      requireValidChannelTexts(input);
      const now = Date.now();
      const row = await database.transaction(async (tx) => {
        const team = await lockTeamForChannels(tx, teamId);
        if (!team || team.deleteat > 0) throw noSuchTeam(teamId);
        await lifecycle.requireRoom(tx, teamId);
        const [made] = await insertChannels(tx, [
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
        if (!made) throw channelNameTaken(name);
        await members.admitToNewChannels(tx, [made.id], [creatorId], creatorId, now);
        return made;
      });
      events.publish('channel-standing:changed', {channelId: row.id});
      events.publish('channel:created', {channel: presentChannel(row)});
      members.publishJoined({channelId: row.id, teamId, userId: creatorId}, creatorId);
      return row;
    },

    /** Within the transaction that makes a team: the channels that every team has. */
    createDefaults(tx: Transaction, teamId: string, creatorId: string, now: number): Promise<ChannelRow[]> {
      return insertChannels(
        tx,
        namesOfEveryTeam().map((name) => ({
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
     * Within the transaction in which a user joins a team: puts them into its default channels, and says into which.
     * Guests are for the caller to leave out.
     */
    async joinDefaults(
      tx: Transaction,
      {teamId, userId, asAdmin, now}: {teamId: string; userId: string; asAdmin: boolean; now: number},
    ): Promise<string[]> {
      const channels = await selectLiveChannelsByName(tx, teamId, defaultNames());
      const admitted = await members.admitToNewChannels(
        tx,
        channels.map(({id}) => id),
        [userId],
        asAdmin ? userId : undefined,
        now,
      );
      return admitted.map(({channelid}) => channelid);
    },

    lists: createListing({database}),
    reading: createReading({database, events}),
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
    throw channelRuleBroken(
      'api.channel.create_channel.direct_channel.app_error',
      'Direct and group channels are made by POST /channels/direct and POST /channels/group.',
      'type',
    );
  }
  if (type !== 'O' && type !== 'P') {
    throw channelRuleBroken(
      'model.channel.is_valid.type.app_error',
      `A channel's type is O (public) or P (private), and "${type}" is neither.`,
      'type',
    );
  }
}
