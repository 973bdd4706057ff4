import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Channels} from '../channels/channels.ts';
import type {Preferences} from '../preferences/preferences.ts';
import type {NewSidebarCategory, SidebarCategory, SidebarCategoryChange} from './schema.ts';
import {
  type CategoryRow,
  deleteCategory,
  insertCategories,
  lockCategories,
  placeChannels,
  type SidebarChannelRow,
  selectCategories,
  selectChannels,
  selectFavoritesCategories,
  updateCategory,
  updateOrder,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The user's sidebar in the team changed. For `order`, contains the ids of all categories in their new order. */
    'sidebar-categories:changed': {
      userId: string;
      teamId: string;
      kind: 'created' | 'updated' | 'deleted' | 'order';
      categoryIds: string[];
    };
  }
}

type Category = Static<typeof SidebarCategory>;

/** A user's sidebar in a team. */
interface SidebarOwner {
  userId: string;
  teamId: string;
}

/** The preference that makes a channel a favorite: its name is the channel id, its value `true`. */
const FAVORITE_CHANNEL = 'favorite_channel';

const MAX_DISPLAY_NAME_RUNES = 64;

const DEFAULTS = [
  {type: 'favorites', displayname: 'Favorites', sorting: ''},
  {type: 'channels', displayname: 'Channels', sorting: ''},
  {type: 'direct_messages', displayname: 'Direct Messages', sorting: 'recent'},
] as const;

export type SidebarCategories = ReturnType<typeof createSidebarCategories>;

/**
 * The categories of channels in a user's sidebar for a team. Everyone has three categories (favorites, channels and
 * direct messages) and can create others. A channel that was not moved is in the channels or direct messages, depending
 * on its type. The preference `favorite_channel` determines which channels are favorites.
 */
export function createSidebarCategories({
  database,
  events,
  log,
  channels,
  preferences,
}: {
  database: Database;
  events: EventBus;
  log: Logger;
  channels: Channels;
  preferences: Preferences;
}) {
  events.onOrigin('preferences:changed', (change) => followPreferences(change));
  events.onOrigin('preferences:deleted', (change) => followPreferences(change));

  function followPreferences(change: {
    userId: string;
    preferences: readonly {category: string; name: string}[];
  }): void {
    const channelIds = change.preferences.flatMap(({category, name}) =>
      category === FAVORITE_CHANNEL ? [name] : [],
    );
    if (channelIds.length === 0) return;
    announceFavorites(change.userId, channelIds).catch((error) =>
      log.warn({err: error, userId: change.userId}, 'could not publish changed favorites'),
    );
  }

  async function announceFavorites(userId: string, channelIds: readonly string[]): Promise<void> {
    for (const {id, teamid} of await selectFavoritesCategories(database, userId, channelIds)) {
      publish({userId, teamId: teamid}, 'updated', [id]);
    }
  }

  /** Creates the user's default categories. */
  async function ensureDefaults(tx: Transaction, {userId, teamId}: SidebarOwner): Promise<void> {
    await insertCategories(
      tx,
      DEFAULTS.map((category, index) => ({
        ...category,
        id: `${category.type}_${userId}_${teamId}`,
        userid: userId,
        teamid: teamId,
        sortorder: index * 10,
        muted: false,
        collapsed: false,
      })),
    );
  }

  async function readArranged(db: Queryable, {userId, teamId}: SidebarOwner): Promise<Category[]> {
    return arrange(await selectCategories(db, userId, teamId), await selectChannels(db, userId, teamId));
  }

  /** Reads the sidebar. Creates it if necessary. */
  async function read(owner: SidebarOwner): Promise<Category[]> {
    const categories = await readArranged(database, owner);
    if (categories.length >= DEFAULTS.length) return categories;
    return database.transaction(async (tx) => {
      await ensureDefaults(tx, owner);
      return readArranged(tx, owner);
    });
  }

  /** The context of a change: the previous sidebar, and a function that moves channels to its categories. */
  interface Change {
    tx: Transaction;
    rows: readonly CategoryRow[];
    put(row: Pick<CategoryRow, 'id' | 'type'>, channelIds: readonly string[]): Promise<void>;
  }

  /** Runs a change while holding a lock on the sidebar. Returns the sidebar before and after. */
  async function withLockedSidebar(
    owner: SidebarOwner,
    work: (change: Change) => Promise<void>,
  ): Promise<{before: Category[]; after: Category[]}> {
    const {userId, teamId} = owner;
    const {before, after, announce} = await database.transaction(async (tx) => {
      await ensureDefaults(tx, owner);
      await lockCategories(tx, userId, teamId);
      const rows = await selectCategories(tx, userId, teamId);
      const sidebarChannels = await selectChannels(tx, userId, teamId);
      const wasFavorite = new Set(sidebarChannels.flatMap(({id, favorite}) => (favorite ? id : [])));
      let isFavorite = new Set(wasFavorite);
      await work({
        tx,
        rows,
        async put({id, type}, channelIds) {
          const placed = placeable(type, channelIds, sidebarChannels);
          isFavorite = type === 'favorites' ? new Set(placed) : isFavorite.difference(new Set(placed));
          await placeChannels(tx, {userid: userId, teamid: teamId, id}, placed);
        },
      });
      const toAnnounce = await writeFavorites(tx, userId, wasFavorite, isFavorite);
      return {
        before: arrange(rows, sidebarChannels),
        after: await readArranged(tx, owner),
        announce: toAnnounce,
      };
    });
    announce();
    return {before, after};
  }

  /** Updates the preferences of channels that became favorites or stopped being favorites. */
  async function writeFavorites(
    tx: Transaction,
    userId: string,
    before: ReadonlySet<string>,
    after: ReadonlySet<string>,
  ): Promise<() => void> {
    const toPreferences = (ids: ReadonlySet<string>) =>
      [...ids].map((name) => ({category: FAVORITE_CHANNEL, name, value: 'true'}));
    const added = toPreferences(after.difference(before));
    const removed = toPreferences(before.difference(after));
    const announcements = [
      ...(added.length > 0 ? [await preferences.setWithin(tx, userId, added)] : []),
      ...(removed.length > 0 ? [await preferences.deleteWithin(tx, userId, removed)] : []),
    ];
    return () => {
      for (const announce of announcements) announce();
    };
  }

  function publish(
    {userId, teamId}: SidebarOwner,
    kind: 'created' | 'updated' | 'deleted' | 'order',
    ids: string[],
  ) {
    events.publish('sidebar-categories:changed', {userId, teamId, kind, categoryIds: ids});
  }

  /** Mutes channels moved into a muted category, and unmutes those moved out of one. */
  async function muteWithCategories(
    userId: string,
    before: readonly Category[],
    after: readonly Category[],
  ): Promise<void> {
    const wasMuted = mutedChannels(before);
    const isMuted = mutedChannels(after);
    for (const channelId of isMuted) {
      if (!wasMuted.has(channelId))
        await channels.setNotifyProps(channelId, userId, {mark_unread: 'mention'});
    }
    for (const channelId of wasMuted) {
      if (!isMuted.has(channelId)) await channels.setNotifyProps(channelId, userId, {mark_unread: 'all'});
    }
  }

  return {
    /** All categories in order. */
    all: read,

    /** @throws AppError 404 if the user has no such category in the team. */
    async one(owner: SidebarOwner, id: string): Promise<Category> {
      return requireCategory(await read(owner), id);
    },

    /**
     * Creates a custom category below the favorites. Its channels are removed from other categories; channels that the
     * user is not in are skipped.
     *
     * @throws AppError 400 for an empty or too long name.
     */
    async create(owner: SidebarOwner, input: Static<typeof NewSidebarCategory>): Promise<Category> {
      const displayName = requireDisplayName(input.display_name);
      const id = newId();
      const {after} = await withLockedSidebar(owner, async ({tx, rows, put}) => {
        await insertCategories(tx, [
          {
            id,
            userid: owner.userId,
            teamid: owner.teamId,
            sortorder: 0,
            sorting: input.sorting ?? '',
            type: 'custom',
            displayname: displayName,
            muted: false,
            collapsed: false,
          },
        ]);
        const ids = rows.map((row) => row.id);
        const belowFavorites = rows.findIndex(({type}) => type === 'favorites') + 1;
        await updateOrder(tx, ids.toSpliced(belowFavorites, 0, id));
        await put({id, type: 'custom'}, input.channel_ids ?? []);
      });
      publish(owner, 'created', [id]);
      return requireCategory(after, id);
    },

    /**
     * Edits the given fields of categories. Default categories cannot be renamed, and channels cannot be moved to the
     * direct messages. If a channel is listed several times, the last one wins.
     *
     * @throws AppError 404 for an unknown category; 400 for an empty or too long name.
     */
    async change(
      owner: SidebarOwner,
      changes: readonly Static<typeof SidebarCategoryChange>[],
    ): Promise<Category[]> {
      const {before, after} = await withLockedSidebar(owner, async ({tx, rows, put}) => {
        for (const change of changes) {
          const row = rows.find(({id}) => id === change.id);
          if (!row) throw categoryNotFound(change.id);
          const {type} = row;
          const rename = type === 'custom' && change.display_name !== undefined;
          await updateCategory(tx, {
            ...row,
            sorting: change.sorting ?? row.sorting,
            displayname: rename ? requireDisplayName(change.display_name) : row.displayname,
            muted: type !== 'direct_messages' && (change.muted ?? row.muted),
            collapsed: change.collapsed ?? row.collapsed,
          });
          if (change.channel_ids && type !== 'direct_messages') {
            await put(row, change.channel_ids);
          }
        }
      });
      await muteWithCategories(owner.userId, before, after);
      const ids = changes.map(({id}) => id);
      publish(owner, 'updated', ids);
      return after.filter(({id}) => ids.includes(id));
    },

    /**
     * Sets the order of the categories.
     *
     * @throws AppError 400 unless the ids are those of all categories.
     */
    async reorder(owner: SidebarOwner, ids: readonly string[]): Promise<string[]> {
      const {after} = await withLockedSidebar(owner, async ({tx, rows}) => {
        const existing = new Set(rows.map(({id}) => id));
        if (
          ids.length !== existing.size ||
          new Set(ids).size !== existing.size ||
          !ids.every((id) => existing.has(id))
        ) {
          throw invalidBodyParam('category order', 'The order must contain each category once.');
        }
        await updateOrder(tx, ids);
      });
      const order = after.map(({id}) => id);
      publish(owner, 'order', order);
      return order;
    },

    /**
     * Deletes a custom category; its channels return to their default categories.
     *
     * @throws AppError 404 for an unknown category, 400 for a default one.
     */
    async delete(owner: SidebarOwner, id: string): Promise<void> {
      await withLockedSidebar(owner, async ({tx, rows}) => {
        const row = rows.find((category) => category.id === id);
        if (!row) throw categoryNotFound(id);
        if (row.type !== 'custom') {
          throw new AppError({
            id: 'app.channel.sidebar_categories.app_error',
            message: `The default category "${row.displayname}" cannot be deleted.`,
            status: 400,
          });
        }
        await deleteCategory(tx, id);
      });
      publish(owner, 'deleted', [id]);
    },
  };
}

/**
 * Categories with their channels: favorites according to the preferences, other channels where the user put them, and
 * the rest at the end of the default category for their type.
 */
function arrange(rows: readonly CategoryRow[], channels: readonly SidebarChannelRow[]): Category[] {
  const favorites = rows.find(({type}) => type === 'favorites')?.id;
  const directMessages = rows.find(({type}) => type === 'direct_messages')?.id;
  const placed = channels.flatMap((channel) => {
    if (channel.favorite) return {id: channel.id, category: favorites};
    const type = channel.type === 'D' || channel.type === 'G' ? 'direct_messages' : 'channels';
    // A group channel that became a private channel is no longer among the direct messages.
    const isMisplaced = type === 'channels' && channel.categoryid === directMessages;
    if (channel.categoryid !== null && channel.categoryid !== favorites && !isMisplaced) {
      return {id: channel.id, category: channel.categoryid};
    }
    return channel.archived ? [] : {id: channel.id, category: rows.find((row) => row.type === type)?.id};
  });
  return rows.map((row) => ({
    id: row.id,
    user_id: row.userid,
    team_id: row.teamid,
    sort_order: row.sortorder,
    sorting: row.sorting,
    type: row.type,
    display_name: row.displayname,
    muted: row.muted,
    collapsed: row.collapsed,
    channel_ids: placed.filter(({category}) => category === row.id).map(({id}) => id),
  }));
}

/** The channels among these that are in the user's sidebar and allowed in the category, without duplicates. */
function placeable(
  type: CategoryRow['type'],
  channelIds: readonly string[],
  channels: readonly SidebarChannelRow[],
): string[] {
  const allowed = new Set(
    channels
      .filter((channel) => type !== 'channels' || channel.type === 'O' || channel.type === 'P')
      .map(({id}) => id),
  );
  return [...new Set(channelIds)].filter((id) => allowed.has(id));
}

function mutedChannels(categories: readonly Category[]): Set<string> {
  return new Set(categories.flatMap(({muted, channel_ids}) => (muted ? channel_ids : [])));
}

function requireCategory(categories: readonly Category[], id: string): Category {
  const category = categories.find((candidate) => candidate.id === id);
  if (!category) throw categoryNotFound(id);
  return category;
}

function requireDisplayName(displayName = ''): string {
  const name = displayName.trim();
  const runes = countCodePoints(name);
  if (runes < 1 || runes > MAX_DISPLAY_NAME_RUNES) {
    throw invalidBodyParam(
      'display_name',
      `A category name must have 1 to ${MAX_DISPLAY_NAME_RUNES} characters, but this one has ${runes}.`,
    );
  }
  return name;
}

function categoryNotFound(id: string): AppError {
  return new AppError({
    id: 'app.channel.sidebar_categories.app_error',
    message: "This category doesn't exist. It may have been deleted.",
    explanation: `There is no category with the id ${id} in this sidebar.`,
    status: 404,
  });
}
