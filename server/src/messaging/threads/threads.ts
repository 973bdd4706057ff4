import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Actor} from '../permissions/permissions.ts';
import {collapsedThreadsMode, type Posts, type WirePost} from '../posts/posts.ts';
import type {Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {UserThread, UserThreadList} from './schema.ts';
import {
  deleteMembershipsInChannel,
  markAllRead,
  markChannelsRead,
  selectFollowedThreads,
  selectThread,
  selectThreadTotals,
  selectThreadViewers,
  type ThreadPage,
  type ThreadRow,
  upsertFollowing,
  upsertReadState,
} from './store.ts';

export type WireThread = Static<typeof UserThread>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A followed thread has a new reply. Published only for users with collapsed threads. */
    'thread:updated': {
      userId: string;
      teamId: string;
      thread: WireThread;
      previousUnreadReplies: number;
      previousUnreadMentions: number;
    };
    'thread:follow-changed': {
      userId: string;
      teamId: string;
      channelId: string;
      threadId: string;
      following: boolean;
      replyCount: number;
    };
    /** The user read a thread up to a time in milliseconds; without a thread id, all threads of the team. */
    'thread:read-changed': {
      userId: string;
      teamId: string;
      seenUpTo: number;
      thread?: {
        id: string;
        channelId: string;
        unreadReplies: number;
        unreadMentions: number;
        previousUnreadReplies: number;
        previousUnreadMentions: number;
      };
    };
  }
}

export type Threads = ReturnType<typeof createThreads>;

/** Followed threads and their read state. The caller checks access to threads. */
export function createThreads({
  database,
  events,
  config,
  log,
  posts,
  users,
  visibility,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
  posts: Posts;
  users: Users;
  visibility: Visibility;
}) {
  function inBackground(work: Promise<void>, what: string): void {
    work.catch((error) => log.warn({err: error}, `could not ${what}`));
  }

  /** The users among these who use collapsed threads. */
  async function threadViewers(userIds: readonly string[]): Promise<string[]> {
    const mode = collapsedThreadsMode(config.get());
    if (userIds.length === 0 || mode === 'never') return [];
    return mode === 'always' ? [...userIds] : selectThreadViewers(database, userIds, mode);
  }

  events.onOrigin('post:created', ({post, channel, followerIds, mentionedUserIds}) => {
    if (post.root_id === '') return;
    const notifying = notifyFollowers(post, channel.teamId, followerIds, new Set(mentionedUserIds));
    inBackground(notifying, 'notify followers of a reply');
  });
  events.onOrigin('channels:viewed', ({userId, times}) => {
    if (!config.get().ServiceSettings.ThreadAutoFollow) return;
    inBackground(markReadWithChannels(userId, Object.keys(times)), 'mark threads as read with their channel');
  });
  events.untilDone('channel-member:left', 'followed-threads', ({channelId, userId}, {complete}) =>
    database.transaction(async (tx) => {
      await complete(tx);
      await deleteMembershipsInChannel(tx, {userId, channelId});
    }),
  );

  // For users without collapsed threads, who read replies in the channel.
  async function markReadWithChannels(userId: string, channelIds: readonly string[]): Promise<void> {
    if ((await threadViewers([userId])).length > 0) return;
    await markChannelsRead(database, {userId, channelIds, now: Date.now()});
  }

  async function notifyFollowers(
    reply: WirePost,
    teamId: string,
    followerIds: readonly string[],
    mentioned: ReadonlySet<string>,
  ): Promise<void> {
    const viewers = await threadViewers(followerIds);
    if (viewers.length === 0) return;
    const rows = await selectThread(database, reply.root_id, viewers);
    const [root] = await posts.byIds([reply.root_id]);
    if (!root) return;
    for (const row of rows) {
      const isAuthor = row.userid === reply.user_id;
      events.publish('thread:updated', {
        userId: row.userid,
        teamId,
        thread: toWire(row, root, idsOnly(row)),
        previousUnreadReplies: isAuthor ? row.unreadreplies : Math.max(0, row.unreadreplies - 1),
        previousUnreadMentions: Math.max(0, row.unreadmentions - (mentioned.has(row.userid) ? 1 : 0)),
      });
    }
  }

  /** Presents threads. With a viewer, includes participants as the viewer may see them. */
  async function present(rows: readonly ThreadRow[], viewer?: Actor): Promise<WireThread[]> {
    const roots = new Map(
      (
        await posts.lists.firstByIds(
          rows.map((row) => row.postid),
          {includeDeleted: true},
        )
      ).map((post) => [post.id, post]),
    );
    const participantIds = viewer ? [...new Set(rows.flatMap((row) => row.participants))] : [];
    const people = viewer
      ? await users.present(viewer, await visibility.only(viewer, await users.byIds(participantIds)))
      : [];
    const byId = new Map(people.map((person) => [person.id, person]));
    return rows.flatMap((row) => {
      const root = roots.get(row.postid);
      const participants = viewer ? row.participants.flatMap((id) => byId.get(id) ?? []) : idsOnly(row);
      return root ? [toWire(row, root, participants)] : [];
    });
  }

  async function find(userId: string, threadId: string): Promise<ThreadRow> {
    const [row] = await selectThread(database, threadId, [userId]);
    if (!row) throw threadNotFound(threadId);
    return row;
  }

  return {
    /**
     * Followed threads in a team and in direct and group channels, and their total counts.
     *
     * @param parts.totals whether to return the counts
     * @param parts.threads whether to return the threads
     * @param parts.viewer the user who sees the participants; without it, only their ids are returned
     */
    async list(
      userId: string,
      page: ThreadPage,
      parts: {totals: boolean; threads: boolean; viewer?: Actor},
    ): Promise<Static<typeof UserThreadList>> {
      const [totals, rows] = await Promise.all([
        parts.totals ? selectThreadTotals(database.replica, userId, page) : undefined,
        parts.threads ? selectFollowedThreads(database.replica, userId, page) : [],
      ]);
      return {
        total: totals?.total ?? 0,
        total_unread_threads: totals?.unreadthreads ?? 0,
        total_unread_mentions: totals?.unreadmentions ?? 0,
        total_unread_urgent_mentions: totals?.unreadurgentmentions ?? 0,
        threads: await present(rows, parts.viewer),
      };
    },

    /** A thread with the user's read state. @throws AppError 404 for a user who never followed the thread. */
    async one(userId: string, threadId: string, viewer?: Actor): Promise<WireThread> {
      const [thread] = await present([await find(userId, threadId)], viewer);
      if (!thread) throw threadNotFound(threadId);
      return thread;
    },

    /** Follows or unfollows a thread. */
    async follow(
      userId: string,
      {threadId, teamId, following}: {threadId: string; teamId: string; following: boolean},
    ): Promise<void> {
      await upsertFollowing(database, {postId: threadId, userId, following, now: Date.now()});
      const {replycount, channelid} = await find(userId, threadId);
      events.publish('thread:follow-changed', {
        userId,
        teamId,
        channelId: channelid,
        threadId,
        following,
        replyCount: replycount,
      });
    },

    /** Marks a thread as read up to a time in milliseconds. Later replies are unread. */
    async markRead(
      userId: string,
      {threadId, teamId, seenUpTo}: {threadId: string; teamId: string; seenUpTo: number},
    ): Promise<WireThread> {
      const [before] = await selectThread(database, threadId, [userId]);
      const unreadMentions = await posts.mentionsInThread(userId, threadId, seenUpTo);
      await upsertReadState(database, {postId: threadId, userId, seenUpTo, unreadMentions, now: Date.now()});
      const after = await find(userId, threadId);
      events.publish('thread:read-changed', {
        userId,
        teamId,
        seenUpTo,
        thread: {
          id: threadId,
          channelId: after.channelid,
          unreadReplies: after.unreadreplies,
          unreadMentions: after.unreadmentions,
          previousUnreadReplies: before?.unreadreplies ?? 0,
          previousUnreadMentions: before?.unreadmentions ?? 0,
        },
      });
      const [thread] = await present([after]);
      if (!thread) throw threadNotFound(threadId);
      return thread;
    },

    /** Marks all threads of a team, and of direct and group channels, as read. */
    async markAllThreadsRead(userId: string, teamId: string): Promise<void> {
      const now = Date.now();
      await markAllRead(database, {userId, teamId, now});
      events.publish('thread:read-changed', {userId, teamId, seenUpTo: now});
    },
  };
}

function idsOnly({participants}: ThreadRow): {id: string}[] {
  return participants.map((id) => ({id}));
}

function toWire(row: ThreadRow, post: WirePost, participants: unknown[]): WireThread {
  return {
    id: row.postid,
    reply_count: row.replycount,
    last_reply_at: row.lastreplyat,
    last_reply_id: row.lastreplyid,
    last_viewed_at: row.lastviewed,
    delete_at: row.threaddeleteat,
    participants,
    unread_replies: row.unreadreplies,
    unread_mentions: row.unreadmentions,
    is_following: row.following,
    is_urgent: row.urgent,
    post: {...post, is_following: row.following, participants},
  };
}

function threadNotFound(id: string): AppError {
  return new AppError({
    id: 'app.user.get_thread_membership_for_user.not_found',
    message: 'This person does not follow, and never followed, this thread.',
    explanation: `This user does not follow, and never followed, a thread of the post ${id}.`,
    status: 404,
  });
}
