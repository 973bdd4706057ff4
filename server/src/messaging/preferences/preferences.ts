import type {Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createClusterCache} from '../../platform/cluster/cluster-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError, forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {nextNotifications, parseNotificationSchedule} from './notification-schedule/notification-schedule.ts';
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

export {deleteFlagsOfPosts, type PreferenceRow, selectPreference} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** Preferences of the user were set. Contains the new values. */
    'preferences:changed': {userId: string; preferences: Static<typeof Preference>[]};
    /** Preferences of the user were deleted. */
    'preferences:deleted': {userId: string; preferences: Static<typeof Preference>[]};
    /** Preferences of these users changed without an event for their clients. */
    'preferences:stale': {userIds: readonly string[]};
  }
}

/**
 * The maximum number of bytes of a category and name, and of code points of a value
 * (docs/specification.md#preferences-and-notification-settings).
 */
const MAX_KEY_BYTES = 32;
const MAX_VALUE_RUNES = 2000;

/**
 * The maximum number of characters of all preferences of a user, because clients load them all. A saved post has 42,
 * and the sidebar order a few hundred.
 */
const MAX_CHARACTERS = 2_000_000;

/** The category of saved posts. The names are post ids. */
const FLAGGED_POST = 'flagged_post';

/** Whether a preference contains the user's notification schedule. */
export const isNotificationSchedule = ({category, name}: Pick<PreferenceRow, 'category' | 'name'>): boolean =>
  category === 'notifications' && name === 'schedule';

/** The maximum number of cached characters of preferences, and the approximate overhead per row. */
const MAX_CACHED = 10_000_000;
const ROW_CHARACTERS = 150;

export type Preferences = ReturnType<typeof createPreferences>;

/** Users' preferences (category, name, value) and saved posts. */
export function createPreferences({
  cluster,
  database,
  events,
  permissions,
}: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  permissions: Permissions;
}) {
  // A new account starts at the first step of the tutorial, unless it was created with another step
  // (docs/specification.md#preferences-and-notification-settings).
  events.untilDone('user:created', 'tutorial-step', async ({userId}) => {
    await insertMissingPreference(database, {
      userid: userId,
      category: 'tutorial_step',
      name: userId,
      value: '0',
    });
    events.publish('preferences:stale', {userIds: [userId]});
  });

  const cached = createClusterCache<readonly PreferenceRow[]>(cluster.bus, {
    maxSize: MAX_CACHED,
    sizeOf: (rows) => rows.length * ROW_CHARACTERS + countCharacters(rows),
  });
  events.onEveryNode('caches:stale', () => cached.clear());
  events.onEveryNode('preferences:changed', ({userId}) => cached.invalidate(userId));
  events.onEveryNode('preferences:deleted', ({userId}) => cached.invalidate(userId));
  events.onEveryNode('preferences:stale', ({userIds}) => userIds.forEach(cached.invalidate));

  const get = (userId: string) => cached.get(userId, '', () => selectPreferences(database, userId));

  async function setWithin(
    db: Queryable,
    userId: string,
    list: readonly Omit<PreferenceRow, 'userid'>[],
  ): Promise<() => void> {
    list.forEach(requireValidPreference);
    const byKey = new Map(list.map((row) => [preferenceKey(row), {...row, userid: userId}]));
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
    get,

    /**
     * When the user's schedule allows notifications again, in milliseconds; 0 if it allows them now
     * (docs/specification.md#notification-schedules).
     */
    async notificationsPausedUntil(userId: string, timeZone: string): Promise<number> {
      const row = (await get(userId))?.find(isNotificationSchedule);
      const schedule = row && parseNotificationSchedule(row.value);
      if (!schedule) return 0;
      const now = Date.now();
      const next = nextNotifications(schedule, now, timeZone);
      return next === now ? 0 : next;
    },

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
     * @throws AppError 400 for an invalid preference, with its index in the list, and for too many of them.
     */
    async set(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      const existing = (await get(userId)) ?? [];
      const keys = new Set(list.map(preferenceKey));
      const kept = existing.filter((row) => !keys.has(preferenceKey(row)));
      const characters = countCharacters(kept) + countCharacters(list);
      if (characters > MAX_CHARACTERS && characters > countCharacters(existing)) throw tooMany(characters);
      (await setWithin(database, userId, list))();
    },

    /** Deletes these preferences, if they exist. */
    async delete(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      (await deleteWithin(database, userId, list))();
    },

    /** Like `set`, within a transaction. Call the returned function after the commit to publish the change. */
    setWithin: (tx: Transaction, userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]) =>
      setWithin(tx, userId, list),

    /** Like `delete`, within a transaction. Call the returned function after the commit to publish the change. */
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
      const channelByPost = new Map(posts.map((post) => [post.id, post.channelid]));
      for (const postId of postIds) {
        const channelId = channelByPost.get(postId);
        if (channelId === undefined) {
          throw invalidBodyParam('preference.name', {
            message: "This message doesn't exist, or you don't have access.",
            params: {rule: 'existingMessage'},
            explanation: `There is no post with the id ${postId}.`,
          });
        }
        await permissions.requireChannelRead(actor, channelId);
      }
    },
  };
}

const preferenceKey = ({category, name}: Pick<PreferenceRow, 'category' | 'name'>) => `${category}\n${name}`;

function countCharacters(rows: readonly Omit<PreferenceRow, 'userid'>[]): number {
  return rows.reduce((sum, {category, name, value}) => sum + category.length + name.length + value.length, 0);
}

function tooMany(characters: number): AppError {
  return new AppError({
    id: 'app.preference.save.limit.app_error',
    message: `The preferences of a user can have at most ${MAX_CHARACTERS} characters together, but these would have ${characters}. Delete some of them first.`,
    status: 400,
    path: 'preferences',
  });
}

/** Whether a value of `use_military_time` selects the 24-hour format; undefined if there is none. */
export function uses24Hours(value: string | null | undefined): boolean | undefined {
  return value === null || value === undefined || value === '' ? undefined : value === 'true';
}

export function presentPreference(row: PreferenceRow): Static<typeof Preference> {
  return {user_id: row.userid, category: row.category, name: row.name, value: row.value};
}

/** 403: the list contains another user's preference. */
export function notOwnPreference(userId: string, foreignId: string, id: string): AppError {
  const {message, status} = forbidden();
  return new AppError({id, message, status, detail: `userId=${userId}, preference.user_id=${foreignId}`});
}

function requireValidPreference({category, name, value}: Omit<PreferenceRow, 'userid'>, index: number): void {
  const path = `preferences[${index}]`;
  const bytes = Buffer.byteLength(category);
  if (bytes === 0 || bytes > MAX_KEY_BYTES) {
    throw invalid(
      'category',
      path,
      `A category must have 1 to ${MAX_KEY_BYTES} bytes, but this one has ${bytes}.`,
    );
  }
  if (Buffer.byteLength(name) > MAX_KEY_BYTES) {
    throw invalid(
      'name',
      path,
      `A name can have at most ${MAX_KEY_BYTES} bytes, but this one has ${Buffer.byteLength(name)}.`,
    );
  }
  const runes = countCodePoints(value);
  if (runes > MAX_VALUE_RUNES) {
    throw invalid(
      'value',
      path,
      `A value can have at most ${MAX_VALUE_RUNES} characters, but this one has ${runes}.`,
    );
  }
  if (isNotificationSchedule({category, name}) && value !== '' && !parseNotificationSchedule(value)) {
    throw invalid(
      'value',
      path,
      `A notification schedule must be a JSON object with the hours of days, such as {"monday":"09:00-17:30"}, or empty, but this one is ${JSON.stringify(value)}.`,
    );
  }
  if (category === 'theme' && !isTheme(value)) {
    throw invalid('theme', path, 'A theme must be a JSON object with string values.');
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

function invalid(field: string, path: string, message: string): AppError {
  return new AppError({
    id: `model.preference.is_valid.${field}.app_error`,
    message,
    status: 400,
    path: `${path}.${field === 'theme' ? 'value' : field}`,
  });
}
