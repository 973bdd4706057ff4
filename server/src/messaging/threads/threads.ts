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
  markAllSeen,
  markChannelsSeen,
  selectFollowedThreads,
  selectThread,
  selectThreadTotals,
  selectThreadViewers,
  type ThreadPage,
  type ThreadRow,
  upsertFollowing,
  upsertSeen,
} from './store.ts';

/** A thread on the wire, as one user sees it. */
export type WireThread = Static<typeof UserThread>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A thread that the user follows has a new reply; for users who see threads apart. */
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
      threadId: string;
      following: boolean;
      replyCount: number;
    };
    /** The user has seen a thread up to a time, in milliseconds; or, without a thread, all of the team's. */
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

/** Threads that people follow, and what of them they have seen. Who may see a thread is for the caller to check. */
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

  /** Those of the users who see threads apart from the channel. */
  async function threadViewers(userIds: readonly string[]): Promise<string[]> {
    const usual = collapsedThreadsMode(config.get());
    if (userIds.length === 0 || usual === 'never') return [];
    return usual === 'always' ? [...userIds] : selectThreadViewers(database, userIds, usual);
  }

  events.subscribe('post:created', ({post, channel, followerIds, mentionedUserIds}) => {
    if (post.root_id === '') return;
    const telling = tellFollowers(post, channel.teamId, followerIds, new Set(mentionedUserIds));
    inBackground(telling, 'tell of a new reply');
  });
  events.subscribe('channels:viewed', ({userId, times}) => {
    if (!config.get().ServiceSettings.ThreadAutoFollow) return;
    inBackground(seeWithChannels(userId, Object.keys(times)), 'mark threads as seen with their channel');
  });
  events.subscribe('channel-member:left', ({channelId, userId}) =>
    inBackground(deleteMembershipsInChannel(database, {userId, channelId}), 'end what was followed'),
  );

  // Who does not see threads apart has seen the replies in the channel.
  async function seeWithChannels(userId: string, channelIds: readonly string[]): Promise<void> {
    if ((await threadViewers([userId])).length > 0) return;
    await markChannelsSeen(database, {userId, channelIds, now: Date.now()});
  }

  async function tellFollowers(
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

  /** Threads on the wire; with their participants as the actor may see them, if they are asked for. */
  async function present(rows: readonly ThreadRow[], viewer?: Actor): Promise<WireThread[]> {
    const roots = new Map(
      (
        await posts.byIds(
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
     * Threads that the user follows in a team and in direct and group channels, and how many there are.
     *
     * @param parts.totals @param parts.threads which of the two are wanted.
     * @param parts.viewer for whom the participants are presented; without, there are only their ids.
     */
    async list(
      userId: string,
      page: ThreadPage,
      parts: {totals: boolean; threads: boolean; viewer?: Actor},
    ): Promise<Static<typeof UserThreadList>> {
      const [totals, rows] = await Promise.all([
        parts.totals ? selectThreadTotals(database, userId, page) : undefined,
        parts.threads ? selectFollowedThreads(database, userId, page) : [],
      ]);
      return {
        total: totals?.total ?? 0,
        total_unread_threads: totals?.unreadthreads ?? 0,
        total_unread_mentions: totals?.unreadmentions ?? 0,
        total_unread_urgent_mentions: totals?.unreadurgentmentions ?? 0,
        threads: await present(rows, parts.viewer),
      };
    },

    /** A thread as the user sees it. @throws AppError 404 for who does not follow it and never did. */
    async one(userId: string, threadId: string, viewer?: Actor): Promise<WireThread> {
      const [thread] = await present([await find(userId, threadId)], viewer);
      if (!thread) throw threadNotFound(threadId);
      return thread;
    },

    /** Follows a thread, or ends that. */
    async follow(
      userId: string,
      {threadId, teamId, following}: {threadId: string; teamId: string; following: boolean},
    ): Promise<void> {
      await upsertFollowing(database, {postId: threadId, userId, following, now: Date.now()});
      const {replycount} = await find(userId, threadId);
      events.publish('thread:follow-changed', {userId, teamId, threadId, following, replyCount: replycount});
    },

    /** Notes that the user has seen a thread up to a time, in milliseconds, and nothing after. */
    async see(
      userId: string,
      {threadId, teamId, seenUpTo}: {threadId: string; teamId: string; seenUpTo: number},
    ): Promise<WireThread> {
      const [before] = await selectThread(database, threadId, [userId]);
      const unreadMentions = await posts.mentionsInThread(userId, threadId, seenUpTo);
      await upsertSeen(database, {postId: threadId, userId, seenUpTo, unreadMentions, now: Date.now()});
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

    /** Notes that the user has seen all threads of a team and of direct and group channels. */
    async seeAll(userId: string, teamId: string): Promise<void> {
      const now = Date.now();
      await markAllSeen(database, {userId, teamId, now});
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
    message: `There is no thread of the post ${id} that this person follows or has followed.`,
    status: 404,
  });
}
