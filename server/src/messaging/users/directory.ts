import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {searchWords} from '../../platform/database/search-words.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {
  countUsers,
  type FoundUserRow,
  selectGroupChannelUsers,
  selectKnownUserIds,
  selectUsers,
  type UserFilter,
  type UserOrder,
} from './directory-store.ts';
import type {UserRow} from './store.ts';

export type {FoundUserRow, UserFilter, UserOrder} from './directory-store.ts';

export type Directory = ReturnType<typeof createDirectory>;

/** Lists and searches users that the actor can see. */
export function createDirectory({
  database,
  config,
  permissions,
  visibility,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
  visibility: Visibility;
}) {
  /** Restricts the filter to users that the actor can see. */
  async function restrictToVisible(actor: Actor, filter: UserFilter): Promise<UserFilter> {
    return {...filter, visibleTo: await visibility.limitedViewer(actor)};
  }

  return {
    /** A page of matching users. */
    list: async (
      actor: Actor,
      filter: UserFilter,
      order: UserOrder,
      page: {offset: number; limit: number},
    ): Promise<FoundUserRow[]> =>
      selectUsers(database.replica, await restrictToVisible(actor, filter), order, page),

    /**
     * Users with a name that starts with each word of `term`, by username, up to `limit`. Doesn't search names and
     * emails that the privacy settings hide.
     */
    async search(actor: Actor, term: string, filter: UserFilter, limit: number): Promise<UserRow[]> {
      const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
      const all = await permissions.can(actor, 'manage_system');
      const search = {
        ...filter,
        words: searchWords(term).flatMap((word) => word.replace(/^@/, '') || []),
        searchFullNames: all || ShowFullName,
        searchEmails: all || ShowEmailAddress,
      };
      return selectUsers(database.replica, await restrictToVisible(actor, search), 'username', {
        offset: 0,
        limit,
      });
    },

    /** The number of matching users that the actor can see. */
    count: async (actor: Actor, filter: UserFilter): Promise<number> =>
      countUsers(database.replica, await restrictToVisible(actor, filter)),

    /** The ids of the users who share a channel with the actor. */
    knownIds: (actor: Actor) => selectKnownUserIds(database.replica, actor.userId),

    /** The other members of the group channels among these that the actor is in, by channel. */
    async ofGroupChannels(actor: Actor, channelIds: readonly string[]): Promise<Map<string, UserRow[]>> {
      const rows = await selectGroupChannelUsers(database, actor.userId, channelIds);
      return Map.groupBy(rows, (row) => row.channelid);
    },
  };
}
