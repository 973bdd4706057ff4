import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {channelNameTaken, channelNotFound, invalidChannel} from './channel-errors.ts';
import {TOWN_SQUARE} from './channel-names.ts';
import {requireValidBanner, requireValidChannelName, requireValidChannelTexts} from './channel-rules.ts';
import {selectNamesOfMembers} from './direct/store.ts';
import {selectCommonTeamIds} from './listing/store.ts';
import type {MembershipChange} from './members/members.ts';
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
  updateTeamOfThreads,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A field changed that has no more specific event. */
    'channel:changed': {channel: Static<typeof Channel>};
  }
  interface RecordedEvents {
    /** A user edited a channel's name or texts; `before` is the previous state. Published after `channel:changed`. */
    'channel:updated-by': {
      channel: Static<typeof Channel>;
      before: Static<typeof Channel>;
      actorId: string;
    };
    'channel:archived': {channel: Static<typeof Channel>; actorId: string};
    'channel:restored': {channel: Static<typeof Channel>; actorId: string};
    /** A public channel became private, or vice versa. */
    'channel:converted': {channel: Static<typeof Channel>; actorId: string};
    /** A group channel became a private channel with the same members. Published after `channel:changed`. */
    'group-channel:converted': {
      channel: Static<typeof Channel>;
      actorId: string;
      /** Sorted by username. */
      members: {id: string; username: string}[];
    };
  }
}

/** Edits, archives, converts and moves channels. */
export function createChannelLifecycle({
  database,
  events,
  config,
  recordLeft,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  recordLeft: (tx: Transaction, changes: readonly MembershipChange[]) => Promise<() => void>;
}) {
  /** Runs `work` while holding a lock on the channel. @throws AppError 404 for an unknown id. */
  function withLockedChannel<Result>(
    id: string,
    work: (tx: Transaction, before: ChannelRow) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (tx) => {
      const before = await selectChannelForUpdate(tx, id);
      if (!before) throw channelNotFound(id);
      return work(tx, before);
    });
  }

  /** Records a change in its transaction. Call the returned function after the commit. */
  async function recordChange(
    tx: Transaction,
    before: ChannelRow,
    after: ChannelRow,
    actorId: string,
  ): Promise<() => void> {
    if (after === before) return () => {};
    const channel = presentChannel(after);
    const publish = await events.record(tx, 'channel:updated-by', {
      channel,
      before: presentChannel(before),
      actorId,
    });
    return () => {
      events.publish('channel:changed', {channel});
      publish();
    };
  }

  async function requireRoom(tx: Transaction, teamId: string): Promise<void> {
    const {MaxChannelsPerTeam} = config.get().TeamSettings;
    if ((await countLiveChannels(tx, teamId)) >= MaxChannelsPerTeam)
      throw tooManyChannels(MaxChannelsPerTeam);
  }

  /**
   * Locks the channel, its team and the target team. Teams are always locked before channels, to avoid deadlocks.
   * Returns undefined if the channel was moved in the meantime; in that case, retry in a new transaction.
   */
  async function lockForMove(tx: Transaction, id: string, teamId: string): Promise<ChannelRow | undefined> {
    const unlocked = await selectChannel(tx, id);
    if (!unlocked) throw channelNotFound(id);
    for (const lockedId of [...new Set([unlocked.teamid, teamId])].sort()) {
      const team = await lockTeamForChannels(tx, lockedId);
      if (lockedId === teamId && (!team || team.deleteat > 0)) throw teamUnavailable(teamId);
    }
    const row = await selectChannelForUpdate(tx, id);
    return row?.teamid === unlocked.teamid ? row : undefined;
  }

  async function tryMove(
    id: string,
    teamId: string,
    {actorId, force}: {actorId: string; force: boolean},
  ): Promise<{after: ChannelRow; publish: () => void} | undefined> {
    return database.transaction(async (tx) => {
      const row = await lockForMove(tx, id, teamId);
      if (!row) return undefined;
      requireTeamChannel(row, 'api.channel.move_channel.type.invalid');
      if (row.name === TOWN_SQUARE) {
        throw invalidChannel(
          'api.channel.move_channel.default.app_error',
          `The channel "${TOWN_SQUARE}" cannot be moved because every team has its own.`,
        );
      }
      if (row.teamid === teamId) return {after: row, publish: () => {}};
      await requireRoom(tx, teamId);
      const outsiders = await selectOutsiders(tx, id, teamId);
      if (outsiders.length > 0 && !force) throw membersNotInTeam(outsiders.length);
      const now = Date.now();
      const removed = outsiders.length > 0 ? await deleteOutsiders(tx, id, outsiders, now) : [];
      const after = await rejectTakenName(row.name, () =>
        updateChannel(tx, id, {teamid: teamId, schemeid: ''}, now),
      );
      await updateTeamOfThreads(tx, id, teamId);
      const publishLeft = await recordLeft(
        tx,
        removed.map((userId) => ({channelId: id, teamId: row.teamid, userId, actorId, withTeam: false})),
      );
      const publishChange = await recordChange(tx, row, after, actorId);
      const publish = () => {
        events.publish('channel-standing:changed', {channelId: id});
        publishLeft();
        publishChange();
      };
      return {after, publish};
    });
  }

  return {
    requireRoom,

    /**
     * Edits the given name, display name, header, purpose or banner. Direct and group channels have only a header.
     *
     * @throws AppError 404 for an unknown channel; 400 for an archived channel, an invalid value, a taken name, or
     *   another name for Town Square.
     */
    async change(id: string, patch: Static<typeof ChannelPatch>, actorId: string): Promise<ChannelRow> {
      requireValidChannelTexts(patch);
      const {after, publish} = await withLockedChannel(id, async (tx, row) => {
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.update_channel.deleted.app_error');
        const changed = await write(tx, row, changedColumns(row, patch));
        return {after: changed, publish: await recordChange(tx, row, changed, actorId)};
      });
      publish();
      return after;
    },

    /**
     * Archives a public or private channel: members can still read it, but no one can post.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct, group or archived one, and for Town Square.
     */
    async archive(id: string, actorId: string): Promise<ChannelRow> {
      const {after, publish} = await withLockedChannel(id, async (tx, row) => {
        requireTeamChannel(row, 'api.channel.delete_channel.type.invalid');
        if (row.name === TOWN_SQUARE) {
          throw invalidChannel(
            'api.channel.delete_channel.cannot.app_error',
            `The channel "${TOWN_SQUARE}" cannot be archived because every team needs it.`,
          );
        }
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.delete_channel.deleted.app_error');
        const now = Date.now();
        const changed = await updateChannel(tx, id, {deleteat: now}, now);
        const event = {channel: presentChannel(changed), actorId};
        return {after: changed, publish: await events.record(tx, 'channel:archived', event)};
      });
      events.publish('channel-standing:changed', {channelId: id});
      publish();
      return after;
    },

    /**
     * Unarchives a channel.
     *
     * @throws AppError 404 for an unknown channel; 400 for one that is not archived, or if the team is full.
     */
    async restore(id: string, actorId: string): Promise<ChannelRow> {
      const {after, publish} = await database.transaction(async (tx) => {
        const {teamid} = (await selectChannel(tx, id)) ?? {teamid: ''};
        // Locks the team before the channel, as all code does, so that the count stays valid until the commit.
        await lockTeamForChannels(tx, teamid);
        const row = await selectChannelForUpdate(tx, id);
        if (!row) throw channelNotFound(id);
        if (row.deleteat === 0) {
          throw invalidChannel(
            'api.channel.restore_channel.restored.app_error',
            `The channel "${row.name}" is not archived.`,
          );
        }
        await requireRoom(tx, row.teamid);
        const changed = await updateChannel(tx, id, {deleteat: 0}, Date.now());
        const event = {channel: presentChannel(changed), actorId};
        return {after: changed, publish: await events.record(tx, 'channel:restored', event)};
      });
      events.publish('channel-standing:changed', {channelId: id});
      publish();
      return after;
    },

    /**
     * Makes a public channel private (`P`), or vice versa (`O`). Does nothing if it already has the type.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct, group or archived one, and for Town Square.
     */
    async convert(id: string, type: 'O' | 'P', actorId: string): Promise<ChannelRow> {
      const {after, publish} = await withLockedChannel(id, async (tx, row) => {
        requireTeamChannel(row, 'api.channel.update_channel_privacy.type.app_error');
        if (row.deleteat > 0) throw alreadyArchived(row, 'api.channel.update_channel.deleted.app_error');
        if (row.name === TOWN_SQUARE && type === 'P') {
          throw invalidChannel(
            'api.channel.update_channel_privacy.default_channel_error',
            `The channel "${TOWN_SQUARE}" cannot be private because every member of the team is in it.`,
          );
        }
        if (row.type === type) return {after: row};
        const changed = await updateChannel(tx, id, {type}, Date.now());
        const event = {channel: presentChannel(changed), actorId};
        return {after: changed, publish: await events.record(tx, 'channel:converted', event)};
      });
      if (publish) {
        events.publish('channel-standing:changed', {channelId: id});
        publish();
      }
      return after;
    },

    /**
     * Makes a group channel a private channel of a team that every active member is in. Deactivated members who are not
     * in the team are removed.
     *
     * @throws AppError 404 for an unknown channel; 400 for any other channel, an unknown, archived or full team, a team
     * that an active member is not in, and an invalid or taken name.
     */
    async convertGroup(
      id: string,
      {teamId, name, displayName}: {teamId: string; name: string; displayName: string},
      actorId: string,
    ): Promise<ChannelRow> {
      requireValidChannelName(name);
      requireValidChannelTexts({display_name: displayName});
      const {after, publishLeft, publishConverted} = await database.transaction(async (tx) => {
        const team = await lockTeamForChannels(tx, teamId);
        if (!team || team.deleteat > 0) throw teamUnavailable(teamId);
        const row = await selectChannelForUpdate(tx, id);
        if (!row) throw channelNotFound(id);
        if (row.type !== 'G') throw notAGroup();
        if (!(await selectCommonTeamIds(tx, id)).includes(teamId)) throw notACommonTeam(teamId);
        await requireRoom(tx, teamId);
        const now = Date.now();
        const removed = await deleteOutsiders(tx, id, await selectOutsiders(tx, id, teamId), now);
        const change = {type: 'P', teamid: teamId, name, displayname: displayName} as const;
        const changed = await rejectTakenName(name, () => updateChannel(tx, id, change, now));
        await updateTeamOfThreads(tx, id, teamId);
        return {
          after: changed,
          publishLeft: await recordLeft(
            tx,
            removed.map((userId) => ({channelId: id, teamId, userId, actorId, withTeam: false})),
          ),
          publishConverted: await events.record(tx, 'group-channel:converted', {
            channel: presentChannel(changed),
            actorId,
            members: await selectNamesOfMembers(tx, id),
          }),
        };
      });
      events.publish('channel-standing:changed', {channelId: id});
      publishLeft();
      events.publish('channel:changed', {channel: presentChannel(after)});
      publishConverted();
      return after;
    },

    /**
     * Sets a channel's scheme, or removes it for `''`.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct or group one, and for an invalid scheme.
     */
    async setScheme(id: string, schemeId: string): Promise<ChannelRow> {
      if (schemeId !== '' && !(await isChannelScheme(database, schemeId))) {
        throw invalidChannel(
          'api.channel.update_channel_scheme.scheme_scope.error',
          "This scheme doesn't exist, or it is not for channels.",
          'scheme_id',
          `There is no channel scheme with the id ${schemeId}.`,
        );
      }
      const after = await withLockedChannel(id, (tx, row) => {
        requireTeamChannel(row, 'api.channel.update_channel_scheme.type.app_error');
        return updateChannel(tx, id, {schemeid: schemeId}, Date.now());
      });
      events.publish('channel-standing:changed', {channelId: id});
      events.publish('channel:changed', {channel: presentChannel(after)});
      return after;
    },

    /**
     * Moves a public or private channel to another team. With `force`, members who are not in that team are removed.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct or group one, for Town Square, for an unknown,
     * archived or full team, a name that is taken there, and without `force` for members who are not in that team.
     */
    async move(
      id: string,
      teamId: string,
      {actorId, force}: {actorId: string; force: boolean},
    ): Promise<ChannelRow> {
      let moved = await tryMove(id, teamId, {actorId, force});
      while (!moved) moved = await tryMove(id, teamId, {actorId, force});
      moved.publish();
      return moved.after;
    },
  };
}

/** The columns that the patch changes. @throws AppError 400 for a field that cannot change. */
function changedColumns(row: ChannelRow, patch: Static<typeof ChannelPatch>): ChannelChange {
  const requested: ChannelChange = {
    displayname: patch.display_name?.trim() || undefined,
    name: patch.name || undefined,
    header: patch.header,
    purpose: patch.purpose,
  };
  const change: ChannelChange = Object.fromEntries(
    Object.entries(requested).filter(
      ([column, value]) => value !== undefined && value !== row[column as keyof ChannelRow],
    ),
  );
  if (patch.banner_info) {
    change.bannerinfo = {...row.bannerinfo, ...patch.banner_info};
    requireValidBanner(change.bannerinfo);
  }
  const {name, ...others} = change;
  if (row.type === 'D' || row.type === 'G') {
    const {header: _allowed, ...refused} = change;
    if (Object.keys(refused).length > 0) {
      throw invalidChannel(
        'api.channel.update_channel.update_direct_or_group_messages_not_allowed.app_error',
        'Only the header of a direct or group channel can be changed.',
      );
    }
  }
  if (name !== undefined) {
    if (row.name === TOWN_SQUARE) {
      throw invalidChannel(
        'api.channel.update_channel.tried.app_error',
        `The name of the channel "${TOWN_SQUARE}" cannot be changed, but its display name can.`,
        'name',
      );
    }
    requireValidChannelName(name);
    return {...others, name};
  }
  return others;
}

/** Writes the change unless it is empty. @throws AppError 400 for a taken name. */
async function write(tx: Transaction, row: ChannelRow, change: ChannelChange): Promise<ChannelRow> {
  if (Object.keys(change).length === 0) return row;
  return rejectTakenName(change.name ?? row.name, () => updateChannel(tx, row.id, change, Date.now()));
}

async function rejectTakenName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'channels_name_teamid_key')) throw channelNameTaken(name);
    throw error;
  }
}

function requireTeamChannel({type}: ChannelRow, id: string): void {
  if (type === 'D' || type === 'G') {
    throw invalidChannel(id, 'This works only for public and private channels.');
  }
}

function notAGroup() {
  return invalidChannel(
    'app.channel.group_message_conversion.original_channel_not_gm',
    'Only a group message can become a private channel of a team.',
  );
}

function notACommonTeam(teamId: string) {
  return invalidChannel(
    'app.channel.group_message_conversion.incorrect_team',
    'Not everyone in the group is in this team. Choose another team, or add them to this one.',
    'team_id',
    `Not everyone in the group is in the team ${teamId}.`,
  );
}

function alreadyArchived({name}: ChannelRow, id: string) {
  return invalidChannel(id, `The channel "${name}" is archived. Unarchive it first.`);
}

/** 400: the team has reached `TeamSettings.MaxChannelsPerTeam`. */
function tooManyChannels(max: number) {
  return invalidChannel(
    'api.channel.create_channel.max_channel_limit.app_error',
    `The team already has ${max} channels, which is the maximum (TeamSettings.MaxChannelsPerTeam). Archive some first.`,
  );
}

function membersNotInTeam(count: number) {
  return invalidChannel(
    'app.channel.move_channel.members_do_not_match.error',
    `${count} members of the channel are not in that team. Add them to the team, remove them from the channel, or move the channel with "force".`,
  );
}

/** 400: the team doesn't exist or is archived. */
export function teamUnavailable(teamId: string) {
  return invalidChannel(
    'app.channel.create_channel.no_team_id.app_error',
    "This team doesn't exist, or it is archived.",
    'team_id',
    `There is no team with the id ${teamId}, or it is archived.`,
  );
}
