import type {Database} from '../../../platform/database/database.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {notChannelMember} from '../channel-errors.ts';
import type {OwnLists} from '../own-lists.ts';
import {
  type ChannelUnreadRow,
  markRead,
  selectMemberCounts,
  selectStats,
  selectTeamUnreads,
  selectTimezones,
  selectUnread,
  selectUnreadChannelIds,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The user has read these channels. The times are those of the last posts, in milliseconds. */
    'channels:viewed': {userId: string; times: Record<string, number>};
  }
}

/** Read state and counts of channels. */
export function createReading({
  database,
  events,
  ownLists,
}: {
  database: Database;
  events: EventBus;
  ownLists: OwnLists;
}) {
  /**
   * Marks channels as read by the user. Skips channels that the user is not in.
   *
   * @returns the time of the last post of each channel, in milliseconds.
   */
  async function view(userId: string, channelIds: readonly string[]): Promise<Record<string, number>> {
    const times: Record<string, number> = {};
    // One at a time, because a statement that locks several memberships could deadlock with one that creates a post.
    for (const channelId of new Set(channelIds)) {
      const lastPostAt = channelId === '' ? undefined : await markRead(database, userId, channelId);
      if (lastPostAt !== undefined) times[channelId] = lastPostAt;
    }
    if (Object.keys(times).length > 0) events.publish('channels:viewed', {userId, times});
    return times;
  }

  return {
    /**
     * A flag about a member and the posts of a channel, computed by `read`. Cached until the member reads the channel
     * or something happens in it. `key` identifies the flag.
     */
    cachedFlag: ownLists.flag,

    view,

    /** Marks all channels of a team as read, or all direct and group channels if the team id is empty. */
    viewAll: async (userId: string, teamId: string) =>
      view(userId, await selectUnreadChannelIds(database, userId, teamId)),

    /** A member's unread counts in a channel. @throws AppError 404 for a user who is not a member. */
    async unread(userId: string, channelId: string): Promise<ChannelUnreadRow> {
      const row = await selectUnread(database, userId, channelId);
      if (!row) throw notChannelMember(channelId, userId);
      return row;
    },

    /** A user's unread counts in each of their teams. */
    teamUnreads: (userId: string) => selectTeamUnreads(database, userId),

    stats: (channelId: string) => selectStats(database, channelId),

    memberCounts: (channelIds: readonly string[]) => selectMemberCounts(database, channelIds),

    timezones: (channelId: string) => selectTimezones(database, channelId),
  };
}
