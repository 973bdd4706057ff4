import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {channelNameTaken, channelNotFound, channelRuleBroken} from './channel-errors.ts';
import {TOWN_SQUARE} from './channel-names.ts';
import {requireValidChannelName, requireValidChannelTexts} from './channel-rules.ts';
import {deleteOutsiders, selectOutsiders} from './members/store.ts';
import {presentChannel} from './present.ts';
import type {Channel, ChannelPatch} from './schema.ts';
import {
  type ChannelChange,
  type ChannelRow,
  countLiveChannels,
  isChannelScheme,
  lockTeamForChannels,
  selectChannel,
  selectChannelForUpdate,
  updateChannel,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** Any field of the channel has changed but those that have events of their own. */
    'channel:changed': {channel: Static<typeof Channel>};
    /** Somebody changed a channel's name or texts; `before` is how it was. Comes after `channel:changed`. */
    'channel:updated-by': {
      channel: Static<typeof Channel>;
      before: Static<typeof Channel>;
      actorId: string;
    };
    'channel:archived': {channel: Static<typeof Channel>; actorId: string};
    'channel:restored': {channel: Static<typeof Channel>; actorId: string};
    /** A public channel has become private, or the other way around. */
    'channel:converted': {channel: Static<typeof Channel>; actorId: string};
  }
}

/** What happens to a channel once it is there: changes, archiving, conversion, moves. */
export function createChannelLifecycle({
  database,
  events,
  config,
  publishLeft,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  publishLeft: (place: {channelId: string; teamId: string; userId: string}, actorId: string) => void;
}) {
  /** Runs a change of a channel that nobody else changes meanwhile. @throws AppError 404 for an unknown id. */
  function changing<Result>(
    id: string,
    work: (tx: Transaction, before: ChannelRow) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (tx) => {
      const before = await selectChannelForUpdate(tx, id);
      if (!before) throw channelNotFound(id);
      return work(tx, before);
    });
  }

  function publishChange(before: ChannelRow, after: ChannelRow, actorId: string): void {
    events.publish('channel:changed', {channel: presentChannel(after)});
    events.publish('channel:updated-by', {
      channel: presentChannel(after),
      before: presentChannel(before),
      actorId,
    });
  }

  async function requireRoom(tx: Transaction, teamId: string): Promise<void> {
    const {MaxChannelsPerTeam} = config.get().TeamSettings;
    if ((await countLiveChannels(tx, teamId)) >= MaxChannelsPerTeam)
      throw tooManyChannels(MaxChannelsPerTeam);
  }

  /**
   * The channel, once nobody else changes it, its team or the other team, or joins or leaves either: teams before
   * channels, as everywhere. Undefined if somebody has moved it meanwhile: then begin anew, with another transaction.
   */
  async function lockForMove(tx: Transaction, id: string, teamId: string): Promise<ChannelRow | undefined> {
    const known = await selectChannel(tx, id);
    if (!known) throw channelNotFound(id);
    for (const lockedId of [...new Set([known.teamid, teamId])].sort()) {
      const team = await lockTeamForChannels(tx, lockedId);
      if (lockedId === teamId && (!team || team.deleteat > 0)) throw noSuchTeam(teamId);
    }
    const row = await selectChannelForUpdate(tx, id);
    return row?.teamid === known.teamid ? row : undefined;
  }

  async function tryMove(
    id: string,
    teamId: string,
    force: boolean,
  ): Promise<{before: ChannelRow; after: ChannelRow; removed: string[]} | undefined> {
    return database.transaction(async (tx) => {
      const row = await lockForMove(tx, id, teamId);
      if (!row) return undefined;
      requireOfTeam(row, 'api.channel.move_channel.type.invalid');
      if (row.name === TOWN_SQUARE) {
        throw channelRuleBroken(
          'api.channel.move_channel.default.app_error',
          `The channel "${TOWN_SQUARE}" cannot be moved: every team has its own.`,
        );
      }
      if (row.teamid === teamId) return {before: row, after: row, removed: []};
      await requireRoom(tx, teamId);
      const outsiders = await selectOutsiders(tx, id, teamId);
      if (outsiders.length > 0 && !force) throw membersOutside(outsiders.length);
      const now = Date.now();
      const removed = outsiders.length > 0 ? await deleteOutsiders(tx, id, outsiders, now) : [];
      const after = await rejectingTakenName(row.name, () =>
        updateChannel(tx, id, {teamid: teamId, schemeid: ''}, now),
      );
      return {before: row, after, removed};
    });
  }

  return {
    requireRoom,

    /**
     * Changes names and texts; what is absent stays as it is. Direct and group channels have a header only.
     *
     * @throws AppError 404 for an unknown channel; 400 for an archived one, a value that is not valid, a name that is
     *   taken, and another name for Town Square.
     */
    async change(id: string, patch: Static<typeof ChannelPatch>, actorId: string): Promise<ChannelRow> {
      requireValidChannelTexts(patch);
      const {before, after} = await changing(id, async (tx, row) => {
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.update_channel.deleted.app_error');
        const change = changeOf(row, patch);
        return {before: row, after: await write(tx, row, change)};
      });
      if (after !== before) publishChange(before, after, actorId);
      return after;
    },

    /**
     * Archives a public or private channel: it stays readable to its members, and takes no more posts.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct, group or archived one, and for Town Square.
     */
    async archive(id: string, actorId: string): Promise<ChannelRow> {
      const after = await changing(id, (tx, row) => {
        requireOfTeam(row, 'api.channel.delete_channel.type.invalid');
        if (row.name === TOWN_SQUARE) {
          throw channelRuleBroken(
            'api.channel.delete_channel.cannot.app_error',
            `The channel "${TOWN_SQUARE}" cannot be archived: every team has it.`,
          );
        }
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.delete_channel.deleted.app_error');
        const now = Date.now();
        return updateChannel(tx, id, {deleteat: now}, now);
      });
      events.publish('channel-standing:changed', {channelId: id});
      events.publish('channel:archived', {channel: presentChannel(after), actorId});
      return after;
    },

    /**
     * Takes a channel back out of the archive.
     *
     * @throws AppError 404 for an unknown channel; 400 for one that is not archived, and where the team is full.
     */
    async restore(id: string, actorId: string): Promise<ChannelRow> {
      const after = await database.transaction(async (tx) => {
        const {teamid} = (await selectChannel(tx, id)) ?? {teamid: ''};
        // Teams before channels, as everywhere: the room that is counted is kept until the commit.
        await lockTeamForChannels(tx, teamid);
        const row = await selectChannelForUpdate(tx, id);
        if (!row) throw channelNotFound(id);
        if (row.deleteat === 0) {
          throw channelRuleBroken(
            'api.channel.restore_channel.restored.app_error',
            `The channel "${row.name}" is not archived.`,
          );
        }
        await requireRoom(tx, row.teamid);
        return updateChannel(tx, id, {deleteat: 0}, Date.now());
      });
      events.publish('channel-standing:changed', {channelId: id});
      events.publish('channel:restored', {channel: presentChannel(after), actorId});
      return after;
    },

    /**
     * Makes a public channel private (`P`), or the other way around (`O`). One that is so already stays as it is.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct, group or archived one, and for Town Square.
     */
    async convert(id: string, type: 'O' | 'P', actorId: string): Promise<ChannelRow> {
      const {before, after} = await changing(id, async (tx, row) => {
        requireOfTeam(row, 'api.channel.update_channel_privacy.type.app_error');
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.update_channel.deleted.app_error');
        if (row.name === TOWN_SQUARE && type === 'P') {
          throw channelRuleBroken(
            'api.channel.update_channel_privacy.default_channel_error',
            `The channel "${TOWN_SQUARE}" cannot become private: every member of the team is in it.`,
          );
        }
        return {
          before: row,
          after: row.type === type ? row : await updateChannel(tx, id, {type}, Date.now()),
        };
      });
      if (after !== before) {
        events.publish('channel-standing:changed', {channelId: id});
        events.publish('channel:converted', {channel: presentChannel(after), actorId});
      }
      return after;
    },

    /**
     * Gives a channel a scheme, or, for `''`, takes it away.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct or group one, and for what is no channel scheme.
     */
    async setScheme(id: string, schemeId: string): Promise<ChannelRow> {
      if (schemeId !== '' && !(await isChannelScheme(database, schemeId))) {
        throw channelRuleBroken(
          'api.channel.update_channel_scheme.scheme_scope.error',
          `There is no scheme for channels with the id ${schemeId}.`,
          'scheme_id',
        );
      }
      const after = await changing(id, (tx, row) => {
        requireOfTeam(row, 'api.channel.update_channel_scheme.type.app_error');
        return updateChannel(tx, id, {schemeid: schemeId}, Date.now());
      });
      events.publish('channel-standing:changed', {channelId: id});
      events.publish('channel:changed', {channel: presentChannel(after)});
      return after;
    },

    /**
     * Moves a public or private channel to another team. Members who are not in that team have to be removed first,
     * or are with `force`.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct or group one, for Town Square, for an unknown,
     *   archived or full team, a name that is taken there, and for members who are not in that team.
     */
    async move(
      id: string,
      teamId: string,
      {actorId, force}: {actorId: string; force: boolean},
    ): Promise<ChannelRow> {
      let moved = await tryMove(id, teamId, force);
      while (!moved) moved = await tryMove(id, teamId, force);
      const {before, after, removed} = moved;
      if (after !== before) {
        events.publish('channel-standing:changed', {channelId: id});
        for (const userId of removed) publishLeft({channelId: id, teamId: before.teamid, userId}, actorId);
        publishChange(before, after, actorId);
      }
      return after;
    },
  };
}

/** The columns in which the patch differs from the channel. @throws AppError 400 where it may not. */
function changeOf(row: ChannelRow, patch: Static<typeof ChannelPatch>): ChannelChange {
  const wanted: ChannelChange = {
    displayname: patch.display_name?.trim() || undefined,
    name: patch.name || undefined,
    header: patch.header,
    purpose: patch.purpose,
  };
  const change: ChannelChange = Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && value !== row[column as keyof ChannelRow],
    ),
  );
  if (patch.banner_info) change.bannerinfo = {...row.bannerinfo, ...patch.banner_info};
  const {name, ...others} = change;
  if (row.type === 'D' || row.type === 'G') {
    const {header: _allowed, ...refused} = change;
    if (Object.keys(refused).length > 0) {
      throw channelRuleBroken(
        'api.channel.update_channel.update_direct_or_group_messages_not_allowed.app_error',
        'Of a direct or group channel only the header can be changed.',
      );
    }
  }
  if (name !== undefined) {
    if (row.name === TOWN_SQUARE) {
      throw channelRuleBroken(
        'api.channel.update_channel.tried.app_error',
        `The name of the channel "${TOWN_SQUARE}" cannot be changed; its display name can.`,
        'name',
      );
    }
    requireValidChannelName(name);
    return {...others, name};
  }
  return others;
}

/** Writes a change, if it is one. @throws AppError 400 for a name that is taken. */
async function write(tx: Transaction, row: ChannelRow, change: ChannelChange): Promise<ChannelRow> {
  if (Object.keys(change).length === 0) return row;
  return rejectingTakenName(change.name ?? row.name, () => updateChannel(tx, row.id, change, Date.now()));
}

async function rejectingTakenName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'channels_name_teamid_key')) throw channelNameTaken(name);
    throw error;
  }
}

function requireOfTeam({type}: ChannelRow, id: string): void {
  if (type === 'D' || type === 'G') {
    throw channelRuleBroken(id, 'This can be done with public and private channels only.');
  }
}

function alreadyArchived({name}: ChannelRow, id: string) {
  return channelRuleBroken(id, `The channel "${name}" is archived. Restore it first.`);
}

/** 400: the team has as many channels as `TeamSettings.MaxChannelsPerTeam` allows. */
function tooManyChannels(max: number) {
  return channelRuleBroken(
    'api.channel.create_channel.max_channel_limit.app_error',
    `The team has ${max} channels, and no more are allowed (TeamSettings.MaxChannelsPerTeam). Archive some first.`,
  );
}

function membersOutside(count: number) {
  return channelRuleBroken(
    'app.channel.move_channel.members_do_not_match.error',
    `${count} members of the channel are not in that team. Add them to it, remove them from the channel, or move it with "force".`,
  );
}

/** 400: what names a team names none, or one that is archived. */
export function noSuchTeam(teamId: string) {
  return channelRuleBroken(
    'app.channel.create_channel.no_team_id.app_error',
    `There is no team with the id ${teamId}, or it is archived.`,
    'team_id',
  );
}
