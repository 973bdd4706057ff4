import type {Static} from 'typebox';
import {createReadThroughCache} from '../../../platform/concurrency/read-through-cache.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {type Permissions, requireConsistentFlags, splitMemberRoles} from '../../permissions/permissions.ts';
import {userNotFound} from '../../users/users.ts';
import {channelNotFound, invalidChannel, notChannelMember} from '../channel-errors.ts';
import {TOWN_SQUARE} from '../channel-names.ts';
import type {OwnLists} from '../own-lists.ts';
import {presentChannelMember} from '../present.ts';
import type {ChannelMember} from '../schema.ts';
import {selectChannelForShare} from '../store.ts';
import {DEFAULT_CHANNEL_NOTIFY_PROPS, validNotifyProps} from './notify-props.ts';
import {type MembersBatch, requireSettableMembers, setMembers, type TargetMembers} from './set-members.ts';
import {
  type ChannelMemberRow,
  deleteMember,
  deleteMembershipsInTeam,
  insertMembers,
  lockTeamMembers,
  type MemberChange,
  selectMember,
  selectMemberIds,
  selectMembers,
  selectMembersByIds,
  selectMemberships,
  selectMembershipsAfter,
  selectMembershipsInTeam,
  updateMember,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface RecordedEvents {
    'channel-member:joined': MembershipChange;
    'channel-member:left': MembershipChange;
  }
  interface Events {
    /** The roles or notification settings of the member have changed. */
    'channel-member:changed': {member: Static<typeof ChannelMember>};
  }
}

/** A user joined or left a channel. */
export interface MembershipChange {
  channelId: string;
  teamId: string;
  userId: string;
  actorId: string;
  /** Whether the user joined or left the whole team, which changed their membership in this channel. */
  withTeam: boolean;
  /** The root post of the thread in which the addition is announced. */
  rootId?: string;
}

/** The prefix of the ids of errors about a member's roles. */
const ROLE_ERRORS = 'api.channel.update_channel_member_roles';

/** The maximum number of member ids that the cache holds for all channels together. */
const MAX_CACHED_MEMBER_IDS = 1_000_000;

/** The fields of a channel that its memberships depend on. */
interface MembershipChannel {
  id: string;
  teamid: string;
  type: 'O' | 'P' | 'D' | 'G';
  name: string;
  deleteat: number;
}

interface SchemeFlags {
  schemeAdmin: boolean;
  schemeUser: boolean;
  schemeGuest: boolean;
}

/** Channel memberships and their history, which compliance depends on. */
export function createChannelMembers({
  database,
  events,
  permissions,
  ownLists,
  channelById,
}: {
  database: Database;
  events: EventBus;
  permissions: Permissions;
  ownLists: OwnLists;
  channelById: (id: string) => Promise<MembershipChannel>;
}) {
  const idsByChannel = createReadThroughCache<{ids: readonly string[]}>({
    maxSize: MAX_CACHED_MEMBER_IDS,
    sizeOf: ({ids}) => ids.length + 1,
    read: async (channelId) => ({ids: await selectMemberIds(database, channelId)}),
  });
  events.onEveryNode('caches:stale', () => idsByChannel.clear());
  events.onEveryNode('channel-member:joined', ({channelId}) => idsByChannel.invalidate(channelId));
  events.onEveryNode('channel-member:left', ({channelId}) => idsByChannel.invalidate(channelId));

  async function record(
    tx: Transaction,
    name: 'channel-member:joined' | 'channel-member:left',
    changes: readonly MembershipChange[],
  ): Promise<() => void> {
    const publish = await events.record(tx, name, ...changes);
    return () => {
      for (const {channelId, userId} of changes)
        events.publish('channel-standing:changed', {channelId, userId});
      publish();
    };
  }

  /** Records new memberships in the transaction that inserts them. Call the returned function after the commit. */
  const recordJoined = (tx: Transaction, changes: readonly MembershipChange[]) =>
    record(tx, 'channel-member:joined', changes);
  /** Like {@link recordJoined}, for memberships that end. */
  const recordLeft = (tx: Transaction, changes: readonly MembershipChange[]) =>
    record(tx, 'channel-member:left', changes);

  /** @throws AppError 404 if the user is not in the channel. */
  async function member(channelId: string, userId: string): Promise<ChannelMemberRow> {
    const row = await selectMember(database, channelId, userId);
    if (!row) throw notChannelMember(channelId, userId);
    return row;
  }

  async function changeMember(channelId: string, userId: string, change: MemberChange): Promise<void> {
    if (!(await updateMember(database, channelId, userId, change, Date.now()))) {
      throw notChannelMember(channelId, userId);
    }
    events.publish('channel-standing:changed', {channelId, userId});
    events.publish('channel-member:changed', {member: presentChannelMember(await member(channelId, userId))});
  }

  /**
   * Adds users to a public or private channel, all or none. Existing members are unchanged and included in the result.
   *
   * @throws AppError 404 for an unknown user; 400 for a direct, group or archived channel, and for a user who is not in
   * its team.
   */
  async function addMembers(
    channelId: string,
    userIds: readonly string[],
    actorId: string,
    {rootId}: {rootId?: string | undefined} = {},
  ): Promise<ChannelMemberRow[]> {
    const {teamid: teamId} = await channelById(channelId);
    const publish = await database.transaction(async (tx) => {
      const inTeam = new Set(await lockTeamMembers(tx, teamId, userIds));
      const channel = await selectChannelForShare(tx, channelId);
      if (!channel) throw channelNotFound(channelId);
      requireChangeableMembers(channel);
      const outside = channel.teamid === teamId ? userIds.find((userId) => !inTeam.has(userId)) : userIds[0];
      if (outside !== undefined) throw notInTeam(channel, outside);
      const added = await insertMembers(
        tx,
        userIds.map((userid) => ({channelid: channelId, userid, asadmin: false})),
        DEFAULT_CHANNEL_NOTIFY_PROPS,
        Date.now(),
      );
      return recordJoined(
        tx,
        added.map(({userid}) => ({
          channelId,
          teamId,
          userId: userid,
          actorId,
          withTeam: false,
          ...(rootId !== undefined && {rootId}),
        })),
      );
    });
    publish();
    return selectMembersByIds(database, channelId, userIds);
  }

  /**
   * Removes a user from a public or private channel. `actorId` is the user's own id when they leave.
   *
   * @throws AppError 404 for a user who is not a member; 400 for a direct or group channel, and for Town Square, which
   * only guests can leave without leaving the team.
   */
  async function removeMember(channelId: string, userId: string, actorId: string): Promise<void> {
    const channel = await channelById(channelId);
    if (channel.type === 'D' || channel.type === 'G') {
      throw invalidChannel(
        'api.channel.remove_user_from_channel.type.app_error',
        'Users cannot leave a direct or group channel or be removed from it.',
      );
    }
    if (channel.name === TOWN_SQUARE) {
      const {schemeguest} = await member(channelId, userId);
      if (!schemeguest) throw cannotLeaveTownSquare(userId === actorId);
    }
    const publish = await database.transaction(async (tx) => {
      if (!(await deleteMember(tx, channelId, userId, Date.now()))) {
        throw notChannelMember(channelId, userId);
      }
      return recordLeft(tx, [{channelId, teamId: channel.teamid, userId, actorId, withTeam: false}]);
    });
    publish();
  }

  /**
   * Sets a member's role flags.
   *
   * @throws AppError 404 for a user who is not a member; 400 for turning a guest into a member or vice versa.
   */
  async function setSchemeRoles(channelId: string, userId: string, flags: SchemeFlags): Promise<void> {
    const before = await member(channelId, userId);
    requireConsistentFlags(flags, before.schemeguest, ROLE_ERRORS);
    await changeMember(channelId, userId, {
      schemeadmin: flags.schemeAdmin,
      schemeuser: flags.schemeUser,
      schemeguest: flags.schemeGuest,
    });
  }

  return {
    /** Sorted ids of all members of a channel; empty for an unknown channel. Cached. */
    async memberIds(channelId: string): Promise<readonly string[]> {
      return (await idsByChannel.get(channelId))?.ids ?? [];
    },

    member,

    /** Members ordered by user id. */
    members: (channelId: string, page: {offset: number; limit: number}) =>
      selectMembers(database, channelId, page),

    /** A user's memberships in a team's channels and in direct and group channels. Cached. */
    membershipsInTeam: (userId: string, teamId: string) =>
      ownLists.memberships(userId, `of ${teamId}`, () => selectMembershipsInTeam(database, userId, teamId)),

    /** A user's memberships, ordered by channel id. */
    memberships: (userId: string, page: {offset: number; limit: number}) =>
      selectMemberships(database, userId, page),

    /** All of a user's memberships, in batches of a thousand. The first batch is cached. */
    async *allMemberships(userId: string): AsyncGenerator<readonly ChannelMemberRow[]> {
      const BATCH = 1000;
      let after = '';
      for (;;) {
        const read = () => selectMembershipsAfter(database, userId, after, BATCH);
        const rows = await (after === '' ? ownLists.memberships(userId, 'first', read) : read());
        if (rows.length > 0) yield rows;
        if (rows.length < BATCH) return;
        after = rows.at(-1)!.channelid;
      }
    },

    /** The memberships of these users. */
    membersByIds: (channelId: string, userIds: readonly string[]) =>
      selectMembersByIds(database, channelId, userIds),

    addMembers,

    /** Adds one user; see {@link addMembers}. `actorId` is the user's own id when they join. */
    async addMember(channelId: string, userId: string, actorId: string): Promise<ChannelMemberRow> {
      const [row] = await addMembers(channelId, [userId], actorId);
      if (!row) throw userNotFound(`id ${userId}`);
      return row;
    },

    removeMember,

    /**
     * Replaces the members of a public or private channel, in batches; see {@link setMembers}.
     *
     * @throws AppError 404 for an unknown channel; 400 for a direct, group or archived one, and for a private channel
     *   without members.
     */
    async setMembers(
      channelId: string,
      target: TargetMembers,
      actorId: string,
      pace: {size: number; delayMs: number},
    ): Promise<AsyncGenerator<MembersBatch>> {
      requireSettableMembers(await channelById(channelId), target);
      const membership = {
        ids: () => selectMemberIds(database, channelId),
        byIds: (userIds: readonly string[]) => selectMembersByIds(database, channelId, userIds),
        add: (userId: string) => addMembers(channelId, [userId], actorId),
        remove: (userId: string) => removeMember(channelId, userId, actorId),
        setSchemeRoles: (userId: string, flags: SchemeFlags) => setSchemeRoles(channelId, userId, flags),
      };
      return setMembers(membership, target, pace);
    },

    /**
     * Sets a member's roles by name. The standard channel roles are stored as flags, other roles as names.
     *
     * @throws AppError 404 for a user who is not a member; 400 for a role that does not exist or is not allowed here,
     * and for turning a guest into a member or vice versa.
     */
    async setRoles(channelId: string, userId: string, roles: string): Promise<void> {
      const before = await member(channelId, userId);
      const names = roles.split(' ').filter(Boolean);
      const {schemeAdmin, schemeUser, schemeGuest, explicit} = splitMemberRoles({
        names,
        existing: await permissions.rolesByNames(names),
        flags: {
          admin: ['channel_admin', before.adminrole ?? ''],
          user: ['channel_user', before.userrole ?? ''],
          guest: ['channel_guest', before.guestrole ?? ''],
        },
        wasGuest: before.schemeguest,
        idPrefix: ROLE_ERRORS,
      });
      await changeMember(channelId, userId, {
        roles: explicit,
        schemeadmin: schemeAdmin,
        schemeuser: schemeUser,
        schemeguest: schemeGuest,
      });
    },

    setSchemeRoles,

    /**
     * Changes the given notification settings of a member; ignores unknown keys.
     *
     * @throws AppError 404 for a user who is not a member; 400 for a value that is not allowed.
     */
    async setNotifyProps(channelId: string, userId: string, props: Record<string, unknown>): Promise<void> {
      const valid = validNotifyProps(props);
      await member(channelId, userId);
      await changeMember(channelId, userId, {notifyprops: valid});
    },

    /**
     * Adds the first members of new channels, in the transaction that creates them. The creator becomes administrator.
     */
    addFirstMembers: (
      tx: Transaction,
      channelIds: readonly string[],
      userIds: readonly string[],
      administratorId: string | undefined,
      now: number,
    ) =>
      insertMembers(
        tx,
        channelIds.flatMap((channelid) =>
          [...userIds].sort().map((userid) => ({channelid, userid, asadmin: userid === administratorId})),
        ),
        DEFAULT_CHANNEL_NOTIFY_PROPS,
        now,
      ),

    /**
     * Ends a user's memberships in the channels of a team, in the transaction in which they leave it. Returns the
     * channels.
     */
    leaveTeamChannels: (tx: Transaction, teamId: string, userId: string, now: number) =>
      deleteMembershipsInTeam(tx, teamId, userId, now),

    recordJoined,
    recordLeft,
  };
}

function requireChangeableMembers({type, deleteat, name}: MembershipChannel): void {
  if (type === 'D' || type === 'G') {
    throw invalidChannel(
      'api.channel.add_user_to_channel.type.app_error',
      'Users cannot be added to a direct or group channel. Start a group channel with all of you instead.',
    );
  }
  if (deleteat > 0) {
    throw invalidChannel(
      'api.channel.add_user_to_channel.deleted.app_error',
      `The channel "${name}" is archived. Unarchive it before you add members.`,
    );
  }
}

function notInTeam({name}: MembershipChannel, userId: string) {
  return invalidChannel(
    'api.channel.add_user.to.channel.failed.deleted.app_error',
    `This person isn't a member of the team that the channel "${name}" belongs to. Add them to the team first.`,
    'user_id',
    `The user ${userId} is not a member of the team.`,
  );
}

function cannotLeaveTownSquare(bySelf: boolean) {
  return bySelf
    ? invalidChannel(
        'api.channel.leave.default.app_error',
        `To leave the channel "${TOWN_SQUARE}", leave the team.`,
      )
    : invalidChannel(
        'api.channel.remove.default.app_error',
        `To remove a user from the channel "${TOWN_SQUARE}", remove them from the team.`,
      );
}
