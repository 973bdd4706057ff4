import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {insertRow} from '../../platform/database/table.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Actor} from '../permissions/permissions.ts';
import {USER_GROUPS} from '../tables/tables.ts';
import type {Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {
  groupNameTaken,
  groupNotFound,
  groupsDisabled,
  MAX_GROUP_MEMBERS,
  MAX_GROUPS,
  mustAllowReference,
  nameIsUsername,
  onlyCustomGroups,
  requireValidGroup,
  tooManyGroups,
  tooManyMembers,
} from './group-rules.ts';
import type {Group, GroupMember, GroupPatch, NewGroup} from './schema.ts';
import {
  countChannelMembersByGroup,
  countGroups,
  countMembers,
  type DetailedGroupRow,
  type GroupDetails,
  type GroupFilter,
  type GroupMemberRow,
  type GroupRow,
  insertMembers,
  isUsername,
  lockGroup,
  markMembersDeleted,
  selectGroup,
  selectGroups,
  selectGroupsByNames,
  selectMemberIds,
  selectMentionableGroups,
  updateGroup,
} from './store.ts';

type WireGroup = Static<typeof Group>;
type WireGroupMember = Static<typeof GroupMember>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A group was created or changed, or its members changed. */
    'group:changed': {group: WireGroup; added: WireGroupMember[]; removed: WireGroupMember[]};
  }
}

export type Groups = ReturnType<typeof createGroups>;

/** Groups of users that can be mentioned by name (docs/specification.md#custom-groups). */
export function createGroups({
  database,
  config,
  events,
  users,
  visibility,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  users: Users;
  visibility: Visibility;
}) {
  const isEnabled = () => config.get().ServiceSettings.EnableCustomGroups;

  /** Ids of the groups that can be mentioned, by name. They are needed for every new post. */
  let mentionable: Promise<ReadonlyMap<string, string>> | undefined;
  const invalidate = () => {
    mentionable = undefined;
  };
  events.onEveryNode('caches:stale', invalidate);
  events.onEveryNode('group:changed', invalidate);

  async function readMentionable(): Promise<ReadonlyMap<string, string>> {
    return new Map((await selectMentionableGroups(database)).map(({id, name}) => [name ?? '', id]));
  }

  function requireEnabled(): void {
    if (!isEnabled()) throw groupsDisabled();
  }

  async function presentFor(
    actor: Actor,
    id: string,
    details: Omit<GroupDetails, 'visibleTo'>,
  ): Promise<WireGroup> {
    const visibleTo = await visibility.limitedViewer(actor);
    const row = await selectGroup(database, id, {...details, visibleTo});
    if (!row) throw groupNotFound(id);
    return presentGroup(row);
  }

  /**
   * Runs a statement that assigns the name to a group, then checks that no user has it. The check comes second, because
   * the statement waits for transactions that create or rename accounts (`requireNoGroup` in messaging/users).
   *
   * @throws AppError 400 if another group or a user has the name.
   */
  async function withUniqueGroupName<T>(tx: Transaction, name: string, write: () => Promise<T>): Promise<T> {
    const written = await withUniqueName(name, write);
    if (await isUsername(tx, name)) throw nameIsUsername(name);
    return written;
  }

  /** @throws AppError 400 if there are too many groups, including the one that the transaction added. */
  async function requireRoom(tx: Transaction): Promise<void> {
    if ((await countGroups(tx, {archived: 'exclude'})) > MAX_GROUPS) throw tooManyGroups();
  }

  /** @throws AppError 403 for unknown users, and for users whom the actor can't see. */
  async function requireUsers(actor: Actor, userIds: readonly string[]): Promise<void> {
    await visibility.require(actor, userIds);
    const existing = new Set((await users.byIds(userIds)).map(({id}) => id));
    const missing = userIds.find((id) => !existing.has(id));
    if (missing !== undefined) await users.byId(missing);
  }

  async function announce(
    id: string,
    {added = [], removed = []}: {added?: GroupMemberRow[]; removed?: GroupMemberRow[]} = {},
  ): Promise<void> {
    const row = await selectGroup(database, id, {withMemberCount: true, visibleTo: undefined});
    if (!row) return;
    events.publish('group:changed', {
      group: presentGroup(row),
      added: added.map(presentMember),
      removed: removed.map(presentMember),
    });
  }

  /** Changes a group while holding a lock on it. @throws AppError 404 for an unknown group. */
  function change<T>(id: string, act: (tx: Transaction, row: GroupRow) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const row = await lockGroup(tx, id);
      if (!row) throw groupNotFound(id);
      return act(tx, row);
    });
  }

  return {
    requireEnabled,

    /** Groups that match the filter, as the actor can see them; none if custom groups are disabled. */
    async list(
      actor: Actor,
      filter: GroupFilter,
      details: Omit<GroupDetails, 'visibleTo'>,
      page: {offset: number; limit: number},
    ): Promise<WireGroup[]> {
      if (!isEnabled()) return [];
      const visibleTo = await visibility.limitedViewer(actor);
      return (await selectGroups(database, filter, {...details, visibleTo}, page)).map(presentGroup);
    },

    /** The members of a channel whom the actor can see, by group; none if custom groups are disabled. */
    async channelMemberCounts(actor: Actor, channelId: string, {withTimezones}: {withTimezones: boolean}) {
      if (!isEnabled()) return [];
      const visibleTo = await visibility.limitedViewer(actor);
      return countChannelMembersByGroup(database, channelId, {withTimezones, visibleTo});
    },

    count: (filter: GroupFilter) => (isEnabled() ? countGroups(database, filter) : Promise.resolve(0)),

    /** The active groups with these names; skips unknown names. */
    async byNames(names: readonly string[]): Promise<WireGroup[]> {
      return isEnabled() ? (await selectGroupsByNames(database, names)).map(presentGroup) : [];
    },

    /** A group as the actor can see it. @throws AppError 404 for an unknown group, 400 if groups are disabled. */
    async byId(actor: Actor, id: string, details: Omit<GroupDetails, 'visibleTo'> = {}): Promise<WireGroup> {
      requireEnabled();
      return presentFor(actor, id, details);
    },

    /**
     * Creates a group with members.
     *
     * @throws AppError 400 for invalid fields, for a name that a user or another group has, and if there are too many groups;
     * 403 for members whom the actor can't see.
     */
    async create(actor: Actor, sent: Static<typeof NewGroup>): Promise<WireGroup> {
      requireEnabled();
      if (sent.source !== 'custom') throw onlyCustomGroups(sent.source);
      if (!sent.allow_reference) throw mustAllowReference();
      const now = Date.now();
      const row: GroupRow = {
        id: newId(),
        name: sent.name,
        displayname: sent.display_name.trim(),
        description: sent.description ?? '',
        source: 'custom',
        remoteid: null,
        createat: now,
        updateat: now,
        deleteat: 0,
        allowreference: true,
      };
      requireValidGroup({...row, name: sent.name});
      const userIds = [...new Set(sent.user_ids)];
      await requireUsers(actor, userIds);
      const added = await database.transaction(async (tx) => {
        await withUniqueGroupName(tx, sent.name, () => insertRow(tx, USER_GROUPS, row));
        await requireRoom(tx);
        return insertMembers(tx, row.id, userIds, now);
      });
      await announce(row.id, {added});
      return presentFor(actor, row.id, {withMemberCount: true});
    },

    /** Changes the name, display name or description of a group. @throws AppError as for {@link create}. */
    async patch(actor: Actor, id: string, patch: Static<typeof GroupPatch>): Promise<WireGroup> {
      requireEnabled();
      if (patch.allow_reference === false) throw mustAllowReference();
      await change(id, async (tx, row) => {
        const name = patch.name ?? row.name ?? '';
        const next = {
          ...row,
          name,
          displayname: patch.display_name?.trim() ?? row.displayname,
          description: patch.description ?? row.description,
          updateat: Date.now(),
        };
        requireValidGroup(next);
        if (name === row.name) await updateGroup(tx, next);
        else await withUniqueGroupName(tx, name, () => updateGroup(tx, next));
      });
      await announce(id);
      return presentFor(actor, id, {withMemberCount: true});
    },

    /**
     * Archives or unarchives a group. An archived group can't be mentioned.
     *
     * @throws AppError 400 if there are too many groups.
     */
    async setArchived(actor: Actor, id: string, isArchived: boolean): Promise<WireGroup> {
      requireEnabled();
      await change(id, async (tx, row) => {
        const now = Date.now();
        await updateGroup(tx, {...row, updateat: now, deleteat: isArchived ? now : 0});
        if (!isArchived) await requireRoom(tx);
      });
      await announce(id);
      return presentFor(actor, id, {withMemberCount: true});
    },

    /**
     * Adds members, and returns the new ones.
     *
     * @throws AppError 403 for users whom the actor can't see, 400 if the group would have too many members.
     */
    async addMembers(actor: Actor, id: string, userIds: readonly string[]): Promise<WireGroupMember[]> {
      requireEnabled();
      await requireUsers(actor, userIds);
      const added = await change(id, async (tx) => {
        const rows = await insertMembers(tx, id, [...new Set(userIds)], Date.now());
        if (rows.length > 0 && (await countMembers(tx, id)) > MAX_GROUP_MEMBERS) throw tooManyMembers();
        return rows;
      });
      await announce(id, {added});
      return added.map(presentMember);
    },

    /** Removes members, and returns the removed ones. */
    async removeMembers(id: string, userIds: readonly string[]): Promise<WireGroupMember[]> {
      requireEnabled();
      const removed = await change(id, (tx) => markMembersDeleted(tx, id, userIds, Date.now()));
      await announce(id, {removed});
      return removed.map(presentMember);
    },

    /** The ids of the groups that can be mentioned, by name; empty if custom groups are disabled. */
    async mentionable(): Promise<ReadonlyMap<string, string>> {
      if (!isEnabled()) return NONE;
      mentionable ??= readMentionable().catch((error) => {
        mentionable = undefined;
        throw error;
      });
      return mentionable;
    },

    /** The ids of the members of any of these groups. */
    memberIds: (groupIds: readonly string[]) => selectMemberIds(database, groupIds),
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'usergroups_name_key')) throw groupNameTaken(name);
    throw error;
  }
}

function presentGroup(row: DetailedGroupRow): WireGroup {
  return {
    id: row.id,
    name: row.name ?? '',
    display_name: row.displayname,
    description: row.description,
    source: row.source,
    remote_id: row.remoteid,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    has_syncables: false,
    allow_reference: row.allowreference,
    ...(row.membercount === undefined ? {} : {member_count: row.membercount}),
    ...(row.memberids === undefined ? {} : {member_ids: row.memberids}),
    ...(row.channelmembercount === undefined ? {} : {channel_member_count: row.channelmembercount}),
    ...(row.channelmembertimezonescount === undefined
      ? {}
      : {channel_member_timezones_count: row.channelmembertimezonescount}),
  };
}

function presentMember(row: GroupMemberRow): WireGroupMember {
  return {group_id: row.groupid, user_id: row.userid, create_at: row.createat, delete_at: row.deleteat};
}
