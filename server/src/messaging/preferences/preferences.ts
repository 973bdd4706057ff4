import type {Static} from 'typebox';
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
    /** These preferences of the user have new values. */
    'preferences:changed': {userId: string; preferences: Static<typeof Preference>[]};
    /** The user has these preferences no more. */
    'preferences:deleted': {userId: string; preferences: Static<typeof Preference>[]};
  }
}

/**
 * Bytes of a category and of a name, code points of a value
 * (docs/specification.md#preferences-and-notification-settings).
 */
const MAX_KEY_BYTES = 32;
const MAX_VALUE_RUNES = 2000;

/** The category under which a saved post's id is the name. */
const FLAGGED_POST = 'flagged_post';

export type Preferences = ReturnType<typeof createPreferences>;

/** What each person has chosen: category, name, value; and which posts they have saved. */
export function createPreferences({
  database,
  events,
  permissions,
  log,
}: {
  database: Database;
  events: EventBus;
  permissions: Permissions;
  log: Logger;
}) {
  // A new account starts with the tutorial (docs/specification.md#preferences-and-notification-settings), unless it was
  // created with another step.
  events.subscribe('user:created', ({userId}) => {
    insertMissingPreference(database, {
      userid: userId,
      category: 'tutorial_step',
      name: userId,
      value: '0',
    }).catch((error) => log.warn({err: error, userId}, 'could not give a new account its preferences'));
  });

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
    /** All preferences of the user, by category and name. */
    get: (userId: string) => selectPreferences(database, userId),

    /** @throws AppError 404 if the user has none of that category. */
    async ofCategory(userId: string, category: string): Promise<PreferenceRow[]> {
      const rows = await selectPreferencesOfCategory(database, userId, category);
      if (rows.length === 0) {
        throw new AppError({
          id: 'api.preference.preferences_category.get.app_error',
          message: `There is no preference of the category "${category}".`,
          status: 404,
        });
      }
      return rows;
    },

    /** @throws AppError 404 if the user has no such preference. */
    async one(userId: string, category: string, name: string): Promise<PreferenceRow> {
      const row = await selectPreference(database, userId, category, name);
      if (!row) {
        throw new AppError({
          id: 'app.preference.get.app_error',
          message: `There is no preference "${name}" of the category "${category}".`,
          status: 404,
        });
      }
      return row;
    },

    /**
     * Gives the user these preferences: all of them or none. Of two with the same category and name the last counts.
     *
     * @throws AppError 400 for one that is not valid, naming its place in the list.
     */
    async set(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      (await setWithin(database, userId, list))();
    },

    /** Takes these preferences from the user; one that the user does not have is no fault. */
    async delete(userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]): Promise<void> {
      (await deleteWithin(database, userId, list))();
    },

    /** `set` as a part of a transaction. Call what comes back after the commit: it announces the change. */
    setWithin: (tx: Transaction, userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]) =>
      setWithin(tx, userId, list),

    /** `delete` as a part of a transaction. Call what comes back after the commit: it announces the change. */
    deleteWithin: (tx: Transaction, userId: string, list: readonly Omit<PreferenceRow, 'userid'>[]) =>
      deleteWithin(tx, userId, list),

    /**
     * @throws AppError 400 if the list saves a post that is not there, 403 if it saves one that the actor may not
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

/** The one way from a row to a preference on the wire. */
export function presentPreference(row: PreferenceRow): Static<typeof Preference> {
  return {user_id: row.userid, category: row.category, name: row.name, value: row.value};
}

/** 403: a list that changes one user's preferences holds another's. */
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
      `A category has 1 to ${MAX_KEY_BYTES} bytes, and this one has ${bytes}.`,
    );
  }
  if (Buffer.byteLength(name) > MAX_KEY_BYTES) {
    throw invalid(
      'name',
      place,
      `A name has at most ${MAX_KEY_BYTES} bytes, and this one has ${Buffer.byteLength(name)}.`,
    );
  }
  const runes = countCodePoints(value);
  if (runes > MAX_VALUE_RUNES) {
    throw invalid(
      'value',
      place,
      `A value has at most ${MAX_VALUE_RUNES} characters, and this one has ${runes}.`,
    );
  }
  if (category === 'theme' && !isTheme(value)) {
    throw invalid('theme', place, 'A theme is a JSON object whose values are strings.');
  }
}

function isTheme(value: string): boolean {
  try {
    const theme: unknown = JSON.parse(value);
    return (
      theme !== null &&
      typeof theme === 'object' &&
      !Array.isArray(theme) &&
      Object.values(theme).every((colour) => typeof colour === 'string')
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
