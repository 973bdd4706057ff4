import type {Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createClusterCache} from '../../platform/cluster/cluster-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError, forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {Preference} from './schema.ts';
import {
  deletePreferences,
  insertMissingPreference,
  type PreferenceRow,
  selectChannelsOfPosts,
  selectPreference,
  selectPreferences,
  selectPreferencesOfCategory,
  upsertPreferences,
} from './store.ts';

export {deleteFlagsOfPosts, type PreferenceRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The user's preferences with new values. */
    'preferences:changed': {userId: string; preferences: Static<typeof Preference>[]};
    /** The user's deleted preferences. */
    'preferences:deleted': {userId: string; preferences: Static<typeof Preference>[]};
    /** Preferences of these users have changed without an announcement to their clients. */
    'preferences:stale': {userIds: readonly string[]};
  }
}

/**
 * The maximum number of bytes of a category and name, and of code points of a value
 * (docs/specification.md#preferences-and-notification-settings).
 */
const MAX_KEY_BYTES = 32;
const MAX_VALUE_RUNES = 2000;

/** The category of saved posts, whose names are the post ids. */
const FLAGGED_POST = 'flagged_post';

/** The number of preferences that are cached, and about the number of bytes of each. */
const MAX_CACHED = 50_000;
const ROW_BYTES = 200;

export type Preferences = ReturnType<typeof createPreferences>;

/** Users' preferences (category, name, value) and saved posts. */
export function createPreferences({
  cluster,
  database,
  events,
  permissions,
  log,
}: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  permissions: Permissions;
  log: Logger;
}) {
  // A new account starts with the tutorial (docs/specification.md#preferences-and-notification-settings) unless it was
  // created with another step.
  events.onOriginOrSuccessor('user:created', ({userId}) => {
    insertMissingPreference(database, {
      userid: userId,
      category: 'tutorial_step',
      name: userId,
      value: '0',
    })
      .then(() => events.publish('preferences:stale', {userIds: [userId]}))
      .catch((error) => log.warn({err: error, userId}, 'could not set the preferences of a new account'));
  });

  const cached = createClusterCache<readonly PreferenceRow[]>(cluster.bus, {
    maxSize: MAX_CACHED * ROW_BYTES,
    sizeOf: (rows) => rows.length * ROW_BYTES,
  });
  events.onEveryNode('caches:stale', () => cached.clear());
  events.onEveryNode('preferences:changed', ({userId}) => cached.invalidate(userId));
  events.onEveryNode('preferences:deleted', ({userId}) => cached.invalidate(userId));
  events.onEveryNode('preferences:stale', ({userIds}) => userIds.forEach(cached.invalidate));

  async function setWithin(
    db: Queryable,
    userId: string,
    list: readonly Omit<PreferenceRow, 'userid'>[],
  ): Promise<() => void> {
    list.forEach(requireValidPreference);
    const byKey = new Map(list.map((row) => [`${row.category}\n${row.name}`, {...row, userid: userId}]));
    const rows = [...byKey.values()];
    await upsertPreferences(db, rows);
    return () => events.publish('preferences:changed', {userId, preferences: rows.map(presentPreference)});
  }

  async function deleteWithin(
    db: Queryable,
    userId: string,
    list: readonly Omit<PreferenceRow, 'userid'>[],
  ): Promise<() => void> {
    await deletePreferences(db, userId, list);
    const rows = list.map((row) => ({...row, userid: userId}));
    return () => events.publish('preferences:deleted', {userId, preferences: rows.map(presentPreference)});
  }

  return {
    /** All preferences of the user, by category and name. Cached. */
    get: (userId: string) => cached.get(userId, '', () => selectPreferences(database, userId)),

    /** @throws AppError 404 if the user has no preferences in this category. */
    async ofCategory(userId: string, category: string): Promise<PreferenceRow[]> {
      const rows = await selectPreferencesOfCategory(database, userId, category);
      if (rows.length === 0) {
        throw new AppError({
          id: 'api.preference.preferences_category.get.app_error',
          message: `There is no preference in the category "${category}".`,
          status: 404,
        });
      }
      return rows;
    },

    /** @throws AppError 404 if the user doesn't have the preference. */
    async one(userId: string, category: string, name: string): Promise<PreferenceRow> {
      const row = await selectPreference(database, userId, category, name);
      if (!row) {
        throw new AppError({
          id: 'app.preference.get.app_error',
          message: `There is no preference "${name}" in the category "${category}".`,
          status: 404,
        });
      }
      return row;
    },

    /**
     * Sets these preferences, all or none. The last of two with the same category and name wins.
     *
     * @throws AppError 400 for an invalid preference, with its index in the list.
     */
    async set(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      (await setWithin(database, userId, list))();
    },

    /** Deletes these preferences, if they exist. */
    async delete(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      (await deleteWithin(database, userId, list))();
    },

    /** `set` within a transaction. Call the returned function after the commit to announce the change. */
    setWithin: (tx: Transaction, userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]) =>
      setWithin(tx, userId, list),

    /** `delete` within a transaction. Call the returned function after the commit to announce the change. */
    deleteWithin: (tx: Transaction, userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]) =>
      deleteWithin(tx, userId, list),

    /**
     * @throws AppError 400 if the list saves a post that doesn't exist, 403 if it saves one that the actor may not
     * read.
     */
    async requireReadablePosts(
      actor: Actor,
      list: readonly {category: string; name: string}[],
    ): Promise<void> {
      const postIds = list.filter((row) => row.category === FLAGGED_POST).map((row) => row.name);
      if (postIds.length === 0) return;
      const posts = await selectChannelsOfPosts(database, postIds);
      const channelOf = new Map(posts.map((post) => [post.id, post.channelid]));
      for (const postId of postIds) {
        const channelId = channelOf.get(postId);
        if (channelId === undefined) {
          throw invalidBodyParam('preference.name', `There is no post with the id ${postId}.`);
        }
        await permissions.requireChannelRead(actor, channelId);
      }
    },
  };
}

export function presentPreference(row: PreferenceRow): Static<typeof Preference> {
  return {user_id: row.userid, category: row.category, name: row.name, value: row.value};
}

/** 403: the list contains another user's preference. */
export function foreignPreference(userId: string, foreignId: string, id: string): AppError {
  const {message, status} = forbidden();
  return new AppError({id, message, status, detail: `userId=${userId}, preference.user_id=${foreignId}`});
}

function requireValidPreference({category, name, value}: Omit<PreferenceRow, 'userid'>, index: number): void {
  const place = `preferences[${index}]`;
  const bytes = Buffer.byteLength(category);
  if (bytes === 0 || bytes > MAX_KEY_BYTES) {
    throw invalid(
      'category',
      place,
      `A category must have 1 to ${MAX_KEY_BYTES} bytes, but this one has ${bytes}.`,
    );
  }
  if (Buffer.byteLength(name) > MAX_KEY_BYTES) {
    throw invalid(
      'name',
      place,
      `A name can have at most ${MAX_KEY_BYTES} bytes, but this one has ${Buffer.byteLength(name)}.`,
    );
  }
  const runes = countCodePoints(value);
  if (runes > MAX_VALUE_RUNES) {
    throw invalid(
      'value',
      place,
      `A value can have at most ${MAX_VALUE_RUNES} characters, but this one has ${runes}.`,
    );
  }
  if (category === 'theme' && !isTheme(value)) {
    throw invalid('theme', place, 'A theme must be a JSON object with string values.');
  }
}

function isTheme(value: string): boolean {
  try {
    const theme: unknown = JSON.parse(value);
    return (
      theme !== null &&
      typeof theme === 'object' &&
      !Array.isArray(theme) &&
      Object.values(theme).every((color) => typeof color === 'string')
    );
  } catch {
    return false;
  }
}

function invalid(field: string, place: string, message: string): AppError {
  return new AppError({
    id: `model.preference.is_valid.${field}.app_error`,
    message: `${place} is not valid. ${message}`,
    status: 400,
    path: `${place}.${field === 'theme' ? 'value' : field}`,
  });
}
