import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
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

/** Finding people. Who may not see all members of the server finds only those whom they share a channel with. */
export function createDirectory({
  database,
  config,
  permissions,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
}) {
  /** The filter, narrowed to whom the actor may see. */
  async function visible(actor: Actor, filter: UserFilter): Promise<UserFilter> {
    if (await permissions.can(actor, 'view_members')) return filter;
    return {...filter, visibleTo: actor.userId};
  }

  return {
    /** A page of the users that the filter lets pass. */
    list: async (
      actor: Actor,
      filter: UserFilter,
      order: UserOrder,
      page: {offset: number; limit: number},
    ): Promise<FoundUserRow[]> => selectUsers(database, await visible(actor, filter), order, page),

    /**
     * The users each of whose names begins with a word of `term`, `limit` at most, by username. Names and emails
     * that privacy settings hide are not searched.
     */
    async search(actor: Actor, term: string, filter: UserFilter, limit: number): Promise<UserRow[]> {
      const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
      const all = await permissions.can(actor, 'manage_system');
      const words = term
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^@/, ''))
        .filter(Boolean);
      const search = {
        ...filter,
        words,
        searchFullNames: all || ShowFullName,
        searchEmails: all || ShowEmailAddress,
      };
      return selectUsers(database, await visible(actor, search), 'username', {offset: 0, limit});
    },

    /** How many users the filter lets pass, of those whom the actor may see. */
    count: async (actor: Actor, filter: UserFilter): Promise<number> =>
      countUsers(database, await visible(actor, filter)),

    /** Those of the users that the actor may see. */
    async onlyVisible<Row extends {id: string}>(actor: Actor, rows: readonly Row[]): Promise<readonly Row[]> {
      if (rows.length === 0 || (await permissions.can(actor, 'view_members'))) return rows;
      const known = new Set(await selectKnownUserIds(database, actor.userId)).add(actor.userId);
      return rows.filter((row) => known.has(row.id));
    },

    /** The ids of the users with whom the actor shares a channel. */
    known: (actor: Actor) => selectKnownUserIds(database, actor.userId),

    /** By channel, the others in those of these group channels that the actor is in. */
    async ofGroupChannels(actor: Actor, channelIds: readonly string[]): Promise<Map<string, UserRow[]>> {
      const rows = await selectGroupChannelUsers(database, actor.userId, channelIds);
      return Map.groupBy(rows, (row) => row.channelid);
    },
  };
}
