import type {Database} from '../../../platform/database/database.ts';
import {newId} from '../../../platform/database/ids.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {createDatabaseRateLimitStore} from '../../../platform/rate-limit/database-store.ts';
import {consumeRateLimit, rateLimited} from '../../../platform/rate-limit/rate-limit.ts';
import {invalidChannel} from '../channel-errors.ts';
import {directChannelName, GROUP_MEMBERS, groupChannelName, groupDisplayName} from '../channel-names.ts';
import type {createChannelMembers} from '../members/members.ts';
import {presentChannel} from '../present.ts';
import {type ChannelRow, insertChannels, selectTeamlessChannel} from '../store.ts';
import {selectNamesOfUsers} from './store.ts';

/**
 * The group channels that a user can create (docs/authorization.md#rate-limits-and-lockouts). With twenty people, there
 * are a hundred thousand, and each of them would have them all in their lists.
 */
const GROUP_CHANNELS = {burst: 200, perSecond: 200 / 3600};

/** Direct channels (two users, or a user with themselves) and group channels (three to eight), created on first use. */
export function createDirectChannels({
  database,
  events,
  members,
}: {
  database: Database;
  events: EventBus;
  members: ReturnType<typeof createChannelMembers>;
}) {
  const limits = createDatabaseRateLimitStore(database);

  async function getOrCreate(
    channel: {type: 'D' | 'G'; name: string; displayName: string},
    userIds: readonly string[],
    creatorId: string,
  ): Promise<ChannelRow> {
    const now = Date.now();
    const created = await database.transaction(async (tx) => {
      const [row] = await insertChannels(tx, [
        {
          id: newId(),
          createat: now,
          teamid: '',
          type: channel.type,
          displayname: channel.displayName,
          name: channel.name,
          header: '',
          purpose: '',
          creatorid: creatorId,
        },
      ]);
      if (row) await members.addFirstMembers(tx, [row.id], userIds, undefined, now);
      return row;
    });
    if (created) {
      events.publish('channel-standing:changed', {channelId: created.id});
      events.publish('direct-channel:created', {
        channel: presentChannel(created),
        userIds: [...userIds],
        creatorId,
      });
    }
    // A concurrent request created it; the insert waited for its commit.
    return created ?? (await selectTeamlessChannel(database, channel.name))!;
  }

  return {
    /**
     * The direct channel of two users, created if necessary. The same user twice gets the channel with themselves.
     *
     * @throws AppError 400 for an unknown user.
     */
    async directChannel(userIdA: string, userIdB: string, creatorId: string): Promise<ChannelRow> {
      const name = directChannelName(userIdA, userIdB);
      const found = await selectTeamlessChannel(database, name);
      if (found) return found;
      const userIds = [...new Set([userIdA, userIdB])];
      const existing = await selectNamesOfUsers(database, userIds);
      const unknown = userIds.find((id) => !existing.some((user) => user.id === id));
      if (unknown !== undefined) {
        throw invalidChannel(
          'api.channel.create_direct_channel.invalid_user.app_error',
          "One of these accounts doesn't exist.",
          'user_ids',
          `There is no user with the id ${unknown}.`,
        );
      }
      return getOrCreate({type: 'D', name, displayName: ''}, userIds, creatorId);
    },

    /**
     * The group channel of three to eight users, created if necessary.
     *
     * @throws AppError 400 for an unknown user, or too few or too many; 429 if the creator has created too many.
     */
    async groupChannel(userIds: readonly string[], creatorId: string): Promise<ChannelRow> {
      const ids = [...new Set(userIds)];
      if (ids.length < GROUP_MEMBERS.min || ids.length > GROUP_MEMBERS.max) {
        throw invalidChannel(
          'api.channel.create_group.bad_size.app_error',
          `A group channel must have ${GROUP_MEMBERS.min} to ${GROUP_MEMBERS.max} members, not ${ids.length}.`,
          'user_ids',
        );
      }
      const name = groupChannelName(ids);
      const found = await selectTeamlessChannel(database, name);
      if (found) return found;
      const users = await selectNamesOfUsers(database, ids);
      const unknown = ids.find((id) => !users.some((user) => user.id === id));
      if (unknown !== undefined) {
        throw invalidChannel(
          'api.channel.create_group.bad_user.app_error',
          "One of these accounts doesn't exist.",
          'user_ids',
          `There is no user with the id ${unknown}.`,
        );
      }
      const verdict = await consumeRateLimit(
        limits,
        `group-channels ${creatorId}`,
        GROUP_CHANNELS,
        Date.now(),
      );
      if (!verdict.allowed) throw rateLimited('new group messages', verdict);
      const displayName = groupDisplayName(users.map(({username}) => username));
      return getOrCreate({type: 'G', name, displayName}, ids, creatorId);
    },
  };
}
