import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {ChannelInfo, Channels} from '../channels/channels.ts';
import type {Files} from '../files/files.ts';
import {blockNewHolds} from '../legal-holds/legal-holds.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {ProfileImages} from '../profile-images/profile-images.ts';
import type {TeamRow, Teams} from '../teams/teams.ts';
import {ensureAdministratorRemains, type UserRow, type Users} from '../users/users.ts';
import {
  areHeldFiles,
  areHeldPosts,
  deleteChannelRows,
  deleteFileRows,
  deletePostRows,
  deleteTeamRows,
  deleteUserRows,
  lockFiles,
  lockFilesOfPosts,
  lockFilesOfUser,
  lockUnpostedFilesOfChannel,
  type Owner,
  ownsHeld,
  selectChannelsOfTeam,
  selectPostsWithReplies,
} from './store.ts';

/** The number of posts deleted per transaction, not counting their replies. */
const POST_BATCH = 500;
const FILE_BATCH = 100;

/** Deletes an owner's data of another feature, in the same transaction. */
export type DeletionPart = (tx: Transaction, owner: Owner) => Promise<void>;

/**
 * Permanently deletes accounts, teams and channels with all of their data, if a setting allows it. Deletes in steps: an
 * interrupted deletion leaves an archived or deactivated object, and the next call continues. Audit logs and the
 * membership history are kept.
 */
export function createPermanentDeletion({
  database,
  config,
  events,
  permissions,
  users,
  teams,
  channels,
  files,
  profileImages,
  systemMessages,
  alsoDelete,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  permissions: Permissions;
  users: Users;
  teams: Teams;
  channels: Channels;
  files: Files;
  profileImages: ProfileImages;
  systemMessages: {idle(): Promise<void>};
  alsoDelete: DeletionPart;
}) {
  async function requireAllowed(
    actor: Actor,
    what: 'User' | 'Team' | 'Channel',
    name: string,
  ): Promise<void> {
    if (config.get().ServiceSettings[`EnableAPI${what}Deletion`]) {
      return permissions.require(actor, 'manage_system');
    }
    const kind = what.toLowerCase();
    throw new AppError({
      id: `api.user.delete_${kind}.not_enabled.app_error`,
      message: `The ${kind} "${name}" was not deleted because permanent deletion is disabled on this server (ServiceSettings.EnableAPI${what}Deletion). Send the request without "permanent" to ${what === 'User' ? 'deactivate' : 'archive'} it.`,
      status: 401,
    });
  }

  /** @throws AppError 409 if a legal hold covers something that would be deleted with the owner */
  async function requireNotHeld(owner: Owner): Promise<void> {
    if (await database.longRunning(() => ownsHeld(database, owner))) throw held();
  }

  async function deletePosts(tx: Transaction, ids: readonly string[]): Promise<void> {
    for (const file of await lockFilesOfPosts(tx, ids)) await files.discard(file);
    await deletePostRows(tx, ids);
  }

  async function deletePostsOf(owner: Owner): Promise<void> {
    for (;;) {
      const count = await database.transaction(async (tx) => {
        await blockNewHolds(tx);
        const ids = await selectPostsWithReplies(tx, owner, POST_BATCH);
        if (await areHeldPosts(tx, ids)) throw held();
        await deletePosts(tx, ids);
        return ids.length;
      });
      if (count === 0) return;
    }
  }

  async function deleteFiles(lock: (tx: Transaction) => ReturnType<typeof lockFilesOfUser>): Promise<void> {
    for (;;) {
      const count = await database.transaction(async (tx) => {
        await blockNewHolds(tx);
        const rows = await lock(tx);
        const ids = rows.map(({id}) => id);
        if (await areHeldFiles(tx, ids)) throw held();
        for (const file of rows) await files.discard(file);
        await deleteFileRows(tx, ids);
        return rows.length;
      });
      if (count === 0) return;
    }
  }

  async function deleteChannel(id: string): Promise<void> {
    // Waits until the archive notice is posted, so that it is not posted after the deletion.
    await systemMessages.idle();
    await deletePostsOf({channelId: id});
    await deleteFiles((tx) => lockUnpostedFilesOfChannel(tx, id, FILE_BATCH));
    await database.transaction(async (tx) => {
      await alsoDelete(tx, {channelId: id});
      await deleteChannelRows(tx, id, Date.now());
    });
  }

  return {
    /**
     * Deletes posts with everything that belongs to them, except replies. The caller must have checked permissions, and
     * that no legal hold covers the posts; see {@link blockNewHolds}.
     */
    posts: deletePosts,

    /** Deletes files. The caller must have made the same checks as for {@link posts}. */
    async files(tx: Transaction, ids: readonly string[]): Promise<void> {
      for (const file of await lockFiles(tx, ids)) await files.discard(file);
      await deleteFileRows(tx, ids);
    },

    /**
     * Deletes an account with its posts and the replies to them.
     *
     * @throws AppError 401 if the setting does not allow it, 403 unless the actor is a system administrator, 400 for
     * the last administrator, 409 if a legal hold covers something that would be deleted.
     */
    async user(actor: Actor, user: UserRow): Promise<void> {
      await requireAllowed(actor, 'User', user.username);
      await requireNotHeld({userId: user.id});
      await database.longRunning(async () => {
        await users.setActive(user, false);
        await profileImages.resetOfUser(user);
        await deletePostsOf({userId: user.id});
        await deleteFiles((tx) => lockFilesOfUser(tx, user.id, FILE_BATCH));
        await database.transaction((tx) =>
          ensureAdministratorRemains(tx, async () => {
            await alsoDelete(tx, {userId: user.id});
            await deleteUserRows(tx, user.id, Date.now());
          }),
        );
        events.publish('caches:stale', {});
      });
    },

    /**
     * Deletes a team with its channels.
     *
     * @throws AppError 401 if the setting does not allow it, 403 unless the actor is a system administrator, 409 if a legal
     * hold covers something in the team.
     */
    async team(actor: Actor, team: TeamRow): Promise<void> {
      await requireAllowed(actor, 'Team', team.name);
      await requireNotHeld({teamId: team.id});
      await database.longRunning(async () => {
        await teams.archive(team.id);
        if (team.lastteamiconupdate > 0) await profileImages.resetOfTeam(team);
        for (const channelId of await selectChannelsOfTeam(database, team.id)) await deleteChannel(channelId);
        await database.transaction(async (tx) => {
          await alsoDelete(tx, {teamId: team.id});
          await deleteTeamRows(tx, team.id);
        });
        events.publish('caches:stale', {});
      });
    },

    /**
     * Deletes a public or private channel with its posts.
     *
     * @throws AppError 401 if the setting does not allow it, 403 unless the actor is a system administrator; 400 for a
     * direct or group channel and for Town Square; 409 if a legal hold covers something in the channel.
     */
    async channel(actor: Actor, channel: ChannelInfo): Promise<void> {
      await requireAllowed(actor, 'Channel', channel.name);
      await requireNotHeld({channelId: channel.id});
      await database.longRunning(async () => {
        if (channel.deleteat === 0) await channels.archive(channel.id, actor.userId);
        await deleteChannel(channel.id);
        events.publish('caches:stale', {});
      });
    },
  };
}

function held(): AppError {
  return new AppError({
    id: 'api.legal_hold.held.app_error',
    message:
      'A legal hold covers messages or files that would be deleted. Release the hold first, or archive or deactivate instead.',
    status: 409,
  });
}
