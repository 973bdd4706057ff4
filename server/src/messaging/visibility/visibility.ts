import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, forbidden, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {allShareTeam, selectSharingChannel} from './store.ts';

export {selectVisibleIds, sharesChannel} from './store.ts';

export type Visibility = ReturnType<typeof createVisibility>;

/**
 * Determines which users a user can see and message. With the permission `view_members`, that is everyone. Without it,
 * as for guests, it is only users who share a channel with them. All code that looks up a user by id, name or email
 * address and returns data about them must check this here.
 */
export function createVisibility({
  database,
  config,
  permissions,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
}) {
  /**
   * The actor's id if they see only users who share a channel with them, for use with `sharesChannel` and
   * `selectVisibleIds`; undefined if they see everyone.
   */
  async function limitedViewer(actor: Actor): Promise<string | undefined> {
    return (await permissions.can(actor, 'view_members')) ? undefined : actor.userId;
  }

  /** The users among these that the actor can see, in the same order. */
  async function filterVisible<Row extends {id: string}>(actor: Actor, rows: readonly Row[]): Promise<Row[]> {
    const viewerId = rows.length === 0 ? undefined : await limitedViewer(actor);
    if (viewerId === undefined) return [...rows];
    const ids = [...new Set(rows.map(({id}) => id))];
    const seen = new Set([viewerId, ...(await selectSharingChannel(database, viewerId, ids))]);
    return rows.filter(({id}) => seen.has(id));
  }

  /** @throws AppError 403 unless the actor can see each of these users. Unknown ids count as hidden. */
  async function require(actor: Actor, userIds: readonly string[]): Promise<void> {
    const users = userIds.map((id) => ({id}));
    if ((await filterVisible(actor, users)).length < users.length) throw hidden(actor);
  }

  return {
    limitedViewer,
    only: filterVisible,
    require,

    /**
     * Looks up a user. Actors who don't see everyone get the same error for hidden and missing users, so that they
     * cannot detect existing names and addresses.
     *
     * @throws AppError 403 for a hidden user; errors of the look-up.
     */
    async find<Row extends {id: string}>(actor: Actor, lookUp: () => Promise<Row>): Promise<Row> {
      if ((await limitedViewer(actor)) === undefined) return lookUp();
      const row = await undefinedIfNotFound(lookUp());
      if (!row) throw hidden(actor);
      await require(actor, [row.id]);
      return row;
    },

    /**
     * Checks that the actor may open a direct or group channel with these users: they must be visible and, if
     * `TeamSettings.RestrictDirectMessage` is `team`, share a team with the actor. Everyone who sees a bot can message
     * it, and system administrators can message anyone.
     *
     * @throws AppError 403
     */
    async requireMayMessage(actor: Actor, userIds: readonly string[]): Promise<void> {
      await require(actor, userIds);
      if (config.get().TeamSettings.RestrictDirectMessage !== 'team') return;
      const others = userIds.filter((id) => id !== actor.userId);
      if (others.length === 0 || (await permissions.can(actor, 'manage_system'))) return;
      if (await allShareTeam(database, actor.userId, others)) return;
      throw new AppError({
        id: 'api.channel.create_channel.direct_channel.team_restricted_error',
        message:
          'On this server you can only message people who share a team with you (TeamSettings.RestrictDirectMessage).',
        status: 403,
      });
    },
  };
}

function hidden(actor: Actor): AppError {
  return forbidden(`userId=${actor.userId}, permission=view_members`);
}
