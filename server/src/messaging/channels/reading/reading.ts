import type {Database} from '../../../platform/database/database.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {notChannelMember} from '../channel-errors.ts';
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
    /** The user has read these channels up to these times (of their last posts, in milliseconds). */
    'channels:viewed': {userId: string; times: Record<string, number>};
  }
}

/** What members have read, and what channels amount to. */
export function createReading({database, events}: {database: Database; events: EventBus}) {
  /**
   * Marks channels as read by the user. Channels that the user is not in are left out.
   *
   * @returns the time of the last post of each, in milliseconds.
   */
  async function view(userId: string, channelIds: readonly string[]): Promise<Record<string, number>> {
    const times: Record<string, number> = {};
    // One by one: a statement that locked several memberships could wait in a circle with one that posts.
    for (const channelId of new Set(channelIds)) {
      const lastPostAt = channelId === '' ? undefined : await markRead(database, userId, channelId);
      if (lastPostAt !== undefined) times[channelId] = lastPostAt;
    }
    if (Object.keys(times).length > 0) events.publish('channels:viewed', {userId, times});
    return times;
  }

  return {
    view,

    /** Marks everything as read in a team's channels, or, for the team `''`, in direct and group channels. */
    viewAll: async (userId: string, teamId: string) =>
      view(userId, await selectUnreadChannelIds(database, userId, teamId)),

    /** What a member has not read of a channel. @throws AppError 404 for who is no member. */
    async unread(userId: string, channelId: string): Promise<ChannelUnreadRow> {
      const row = await selectUnread(database, userId, channelId);
      if (!row) throw notChannelMember(channelId, userId);
      return row;
    },

    /** What a user has not read, in each of their teams. */
    teamUnreads: (userId: string) => selectTeamUnreads(database, userId),

    stats: (channelId: string) => selectStats(database, channelId),

    memberCounts: (channelIds: readonly string[]) => selectMemberCounts(database, channelIds),

    timezones: (channelId: string) => selectTimezones(database, channelId),
  };
}
