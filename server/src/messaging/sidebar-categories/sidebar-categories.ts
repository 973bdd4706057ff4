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
    /** The user's sidebar in the team has changed; for `order`, the ids are all categories in their new order. */
    'sidebar-categories:changed': {
      userId: string;
      teamId: string;
      kind: 'created' | 'updated' | 'deleted' | 'order';
      categoryIds: string[];
    };
  }
}

type Category = Static<typeof SidebarCategory>;

/** Whose sidebar, in which team. */
interface Place {
  userId: string;
  teamId: string;
}

/** The preference that makes a channel a favourite: its name is the channel's id, its value `true`. */
const FAVORITE_CHANNEL = 'favorite_channel';

const MAX_DISPLAY_NAME_RUNES = 64;

const DEFAULTS = [
  {type: 'favorites', displayname: 'Favorites', sorting: ''},
  {type: 'channels', displayname: 'Channels', sorting: ''},
  {type: 'direct_messages', displayname: 'Direct Messages', sorting: 'recent'},
] as const;

export type SidebarCategories = ReturnType<typeof createSidebarCategories>;

/**
 * How each person has sorted the channels of a team in the sidebar. Everyone has three categories: favourites,
 * channels, direct messages; and those that they have made. A channel that was put nowhere is in one of the latter two
 * by its type. Whether a channel is a favourite is for the preference `favorite_channel` to say, wherever it was set.
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
  events.subscribe('preferences:changed', (change) => followPreferences(change));
  events.subscribe('preferences:deleted', (change) => followPreferences(change));

  function followPreferences(change: {
    userId: string;
    preferences: readonly {category: string; name: string}[];
  }): void {
    const channelIds = change.preferences.flatMap(({category, name}) =>
      category === FAVORITE_CHANNEL ? [name] : [],
    );
    if (channelIds.length === 0) return;
    announceFavorites(change.userId, channelIds).catch((error) =>
      log.warn({err: error, userId: change.userId}, 'could not announce that favourites have changed'),
    );
  }

  async function announceFavorites(userId: string, channelIds: readonly string[]): Promise<void> {
    for (const {id, teamid} of await selectFavoritesCategories(database, userId, channelIds)) {
      publish({userId, teamId: teamid}, 'updated', [id]);
    }
  }

  /** Gives the user the categories that everyone has. */
  async function ensureDefaults(tx: Transaction, {userId, teamId}: Place): Promise<void> {
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

  async function arranged(db: Queryable, {userId, teamId}: Place): Promise<Category[]> {
    return arrange(await selectCategories(db, userId, teamId), await selectChannels(db, userId, teamId));
  }

  /** The sidebar as it is, made if there is none yet. */
  async function read(place: Place): Promise<Category[]> {
    const categories = await arranged(database, place);
    if (categories.length >= DEFAULTS.length) return categories;
    return database.transaction(async (tx) => {
      await ensureDefaults(tx, place);
      return arranged(tx, place);
    });
  }

  /** What a change works with: the sidebar as it was, and the way to put channels into its categories. */
  interface Change {
    tx: Transaction;
    rows: readonly CategoryRow[];
    put(row: Pick<CategoryRow, 'id' | 'type'>, channelIds: readonly string[]): Promise<void>;
  }

  /** Runs a change of the sidebar that nobody else changes meanwhile, and says how it was and how it is. */
  async function changing(
    place: Place,
    work: (change: Change) => Promise<void>,
  ): Promise<{before: Category[]; after: Category[]}> {
    const {userId, teamId} = place;
    const {before, after, announce} = await database.transaction(async (tx) => {
      await ensureDefaults(tx, place);
      await lockCategories(tx, userId, teamId);
      const rows = await selectCategories(tx, userId, teamId);
      const known = await selectChannels(tx, userId, teamId);
      const wasFavorite = new Set(known.flatMap(({id, favorite}) => (favorite ? id : [])));
      let isFavorite = new Set(wasFavorite);
      await work({
        tx,
        rows,
        async put({id, type}, channelIds) {
          const wanted = placeable(type, channelIds, known);
          isFavorite = type === 'favorites' ? new Set(wanted) : isFavorite.difference(new Set(wanted));
          await placeChannels(tx, {userid: userId, teamid: teamId, id}, wanted);
        },
      });
      const toAnnounce = await writeFavorites(tx, userId, wasFavorite, isFavorite);
      return {before: arrange(rows, known), after: await arranged(tx, place), announce: toAnnounce};
    });
    announce();
    return {before, after};
  }

  /** Writes the preferences of channels that have become favourites or are so no more. */
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
    {userId, teamId}: Place,
    kind: 'created' | 'updated' | 'deleted' | 'order',
    ids: string[],
  ) {
    events.publish('sidebar-categories:changed', {userId, teamId, kind, categoryIds: ids});
  }

  /** Channels that came into a muted category are muted, those that came out of one are not any more. */
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
    /** All categories in their order. */
    all: read,

    /** @throws AppError 404 if the user has no such category in the team. */
    async one(place: Place, id: string): Promise<Category> {
      return requireCategory(await read(place), id);
    },

    /**
     * Makes a category of the user's own, below the favourites. The channels in it leave their categories; those that
     * the user is not in are left out.
     *
     * @throws AppError 400 for a name that is too long or empty.
     */
    async create(place: Place, input: Static<typeof NewSidebarCategory>): Promise<Category> {
      const displayName = requireDisplayName(input.display_name);
      const id = newId();
      const {after} = await changing(place, async ({tx, rows, put}) => {
        await insertCategories(tx, [
          {
            id,
            userid: place.userId,
            teamid: place.teamId,
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
      publish(place, 'created', [id]);
      return requireCategory(after, id);
    },

    /**
     * Changes categories; what is absent stays as it is. Names of the categories that everyone has cannot change, and
     * direct messages cannot be sorted into theirs. Channels move with what is said of them last.
     *
     * @throws AppError 404 for an unknown category; 400 for a name that is too long or empty.
     */
    async change(
      place: Place,
      changes: readonly Static<typeof SidebarCategoryChange>[],
    ): Promise<Category[]> {
      const {before, after} = await changing(place, async ({tx, rows, put}) => {
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
      await muteWithCategories(place.userId, before, after);
      const ids = changes.map(({id}) => id);
      publish(place, 'updated', ids);
      return after.filter(({id}) => ids.includes(id));
    },

    /**
     * Gives the categories another order.
     *
     * @throws AppError 400 unless the ids are exactly those of all categories.
     */
    async reorder(place: Place, ids: readonly string[]): Promise<string[]> {
      const {after} = await changing(place, async ({tx, rows}) => {
        const known = new Set(rows.map(({id}) => id));
        if (
          ids.length !== known.size ||
          new Set(ids).size !== known.size ||
          !ids.every((id) => known.has(id))
        ) {
          throw invalidBodyParam('category order', 'It has to name each of the categories once.');
        }
        await updateOrder(tx, ids);
      });
      const order = after.map(({id}) => id);
      publish(place, 'order', order);
      return order;
    },

    /**
     * Deletes a category that the user has made; its channels go back to where their types belong.
     *
     * @throws AppError 404 for an unknown category, 400 for one that everyone has.
     */
    async delete(place: Place, id: string): Promise<void> {
      await changing(place, async ({tx, rows}) => {
        const row = rows.find((category) => category.id === id);
        if (!row) throw categoryNotFound(id);
        if (row.type !== 'custom') {
          throw new AppError({
            id: 'app.channel.sidebar_categories.app_error',
            message: `The category "${row.displayname}" cannot be deleted: everyone has it.`,
            status: 400,
          });
        }
        await deleteCategory(tx, id);
      });
      publish(place, 'deleted', [id]);
    },
  };
}

/**
 * Categories with their channels. Favourites are where the preferences say so; other channels where the user has put
 * them, and those that were put nowhere, at the end of the category that their type belongs to.
 */
function arrange(rows: readonly CategoryRow[], known: readonly SidebarChannelRow[]): Category[] {
  const favorites = rows.find(({type}) => type === 'favorites')?.id;
  const placed = known.flatMap((channel) => {
    if (channel.favorite) return {id: channel.id, category: favorites};
    if (channel.categoryid !== null && channel.categoryid !== favorites) {
      return {id: channel.id, category: channel.categoryid};
    }
    const type = channel.type === 'D' || channel.type === 'G' ? 'direct_messages' : 'channels';
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

/** Of those channels, the ones that the user's sidebar has and the category may hold, each once. */
function placeable(
  type: CategoryRow['type'],
  channelIds: readonly string[],
  known: readonly SidebarChannelRow[],
): string[] {
  const allowed = new Set(
    known
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
      `A category's name has 1 to ${MAX_DISPLAY_NAME_RUNES} characters, and this one has ${runes}.`,
    );
  }
  return name;
}

function categoryNotFound(id: string): AppError {
  return new AppError({
    id: 'app.channel.sidebar_categories.app_error',
    message: `There is no category with the id ${id} in this sidebar.`,
    status: 404,
  });
}
