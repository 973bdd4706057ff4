import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, forbidden, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {allShareTeam, selectSharingChannel} from './store.ts';

export {sharesChannel} from './store.ts';

export type Visibility = ReturnType<typeof createVisibility>;

/**
 * Whom a person may see, and whom they may message. With `view_members` that is everyone; without it, as guests are,
 * the person and everyone they share a channel with. Whatever takes a user's id, name or email address and tells
 * something about that user asks here, and nothing else decides it.
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
   * The actor's id if the actor sees only the people they share a channel with, to narrow a statement with
   * `sharesChannel`; undefined for an actor who sees everyone.
   */
  async function limitedViewer(actor: Actor): Promise<string | undefined> {
    return (await permissions.can(actor, 'view_members')) ? undefined : actor.userId;
  }

  /** Those of the users that the actor may see, in the same order. */
  async function only<Row extends {id: string}>(actor: Actor, rows: readonly Row[]): Promise<Row[]> {
    const viewerId = rows.length === 0 ? undefined : await limitedViewer(actor);
    if (viewerId === undefined) return [...rows];
    const ids = [...new Set(rows.map(({id}) => id))];
    const seen = new Set([viewerId, ...(await selectSharingChannel(database, viewerId, ids))]);
    return rows.filter(({id}) => seen.has(id));
  }

  /** @throws AppError 403 unless the actor may see each of these users. Unknown ids count as hidden. */
  async function require(actor: Actor, userIds: readonly string[]): Promise<void> {
    const users = userIds.map((id) => ({id}));
    if ((await only(actor, users)).length < users.length) throw hidden(actor);
  }

  return {
    limitedViewer,
    only,
    require,

    /**
     * What a look-up of a user finds. An actor who does not see everyone gets the same refusal for a user they may not
     * see and for one who does not exist, so that names and addresses cannot be tried out.
     *
     * @throws AppError 403 for a hidden user; what the look-up throws.
     */
    async find<Row extends {id: string}>(actor: Actor, lookUp: () => Promise<Row>): Promise<Row> {
      if ((await limitedViewer(actor)) === undefined) return lookUp();
      const row = await undefinedIfNotFound(lookUp());
      if (!row) throw hidden(actor);
      await require(actor, [row.id]);
      return row;
    },

    /**
     * Checks that the actor may open a direct or group channel with these users: they see them, and share a team with
     * each where `TeamSettings.RestrictDirectMessage` is `team`. Bots can be messaged by everyone who sees them;
     * system administrators message anyone.
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
          'On this server you can message only people who share a team with you (TeamSettings.RestrictDirectMessage).',
        status: 403,
      });
    },
  };
}

function hidden(actor: Actor): AppError {
  return forbidden(`userId=${actor.userId}, permission=view_members`);
}
