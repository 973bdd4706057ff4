import {columnTypes, type SetRow} from '../../../platform/database/row-sets.ts';
import type {RowOf} from '../../../platform/database/table.ts';
import {POSTS} from '../../tables/tables.ts';

// The rows that are written when posts are created: the posts and the changes of counters, as row sets for a single
// statement.

/** The columns of an insert. The statement sets CreateAt and UpdateAt, and other columns get their defaults. */
export const POST_COLUMNS = columnTypes(POSTS, [
  'id',
  'userid',
  'channelid',
  'rootid',
  'message',
  'type',
  'props',
  'hashtags',
  'fileids',
  'ispinned',
]);

// Column types of new posts. The statement chooses the times of its posts, so columns whose names end in "after"
// contain milliseconds after the first post of the channel; -1 means no time.

export const NEW_POST = {...POST_COLUMNS, after: 'bigint'} as const;

export const CHANNEL_CHANGE = {
  channelid: 'text',
  // The requested time of the first post in milliseconds; 0 for now.
  createat: 'bigint',
  messages: 'bigint',
  roots: 'bigint',
  lastafter: 'bigint',
  lastrootafter: 'bigint',
} as const;

export const MEMBER_CHANGE = {
  channelid: 'text',
  userid: 'text',
  // -1 if the post doesn't mark anything as read.
  readafter: 'bigint',
  // The numbers of messages and root posts after the last one that the member has read.
  messagesafter: 'bigint',
  rootsafter: 'bigint',
  mentions: 'bigint',
  rootmentions: 'bigint',
  urgentmentions: 'bigint',
} as const;

export const THREAD_CHANGE = {
  rootid: 'text',
  channelid: 'text',
  teamid: 'text',
  replies: 'bigint',
  lastafter: 'bigint',
  authors: 'jsonb',
} as const;

export const FOLLOWER_CHANGE = {
  channelid: 'text',
  rootid: 'text',
  userid: 'text',
  // -1 if the follower has read nothing.
  readafter: 'bigint',
  updatedafter: 'bigint',
  mentions: 'bigint',
} as const;

/** A post to insert. */
export interface NewPostRow extends Omit<Pick<RowOf<typeof POSTS>, keyof typeof POST_COLUMNS>, 'fileids'> {
  props: Record<string, unknown>;
  fileids: readonly string[];
}

/** The effects of a post besides its own row. */
export interface PostEffects {
  /** Whether it counts as a message; join and leave notices don't. */
  counted: boolean;
  /** Whether it marks the channel as read for its author. */
  readByAuthor: boolean;
  mentionedUserIds: readonly string[];
  urgent: boolean;
  /** For a reply: the thread's team and new followers. */
  thread?: {teamId: string; followers: readonly ThreadFollower[]};
}

export interface ThreadFollower {
  userId: string;
  /** Whether it marks the thread as read for the follower. */
  hasRead: boolean;
  mentioned: boolean;
}

export interface InsertedPost {
  post: NewPostRow;
  /** Milliseconds after the first post of the channel in the same statement. */
  after: number;
  effects: PostEffects;
}

export function newPosts(inserted: readonly InsertedPost[]): SetRow<typeof NEW_POST>[] {
  return inserted.map(({post, after}) => ({
    ...post,
    after,
    props: JSON.stringify(post.props),
    fileids: post.fileids.length === 0 ? '[]' : JSON.stringify(post.fileids),
  }));
}

/** Counter changes of channels. `createAt` is the requested time of the first post, in milliseconds. */
export function channelChanges(
  inserted: readonly InsertedPost[],
  createAt = 0,
): SetRow<typeof CHANNEL_CHANGE>[] {
  const changes = new Map<string, SetRow<typeof CHANNEL_CHANGE>>();
  for (const {post, after, effects} of inserted) {
    const change = changes.get(post.channelid) ?? {
      channelid: post.channelid,
      createat: createAt,
      messages: 0,
      roots: 0,
      lastafter: 0,
      lastrootafter: -1,
    };
    changes.set(post.channelid, change);
    const isRoot = post.rootid === '';
    change.messages += effects.counted ? 1 : 0;
    change.roots += effects.counted && isRoot ? 1 : 0;
    change.lastafter = Math.max(change.lastafter, after);
    if (isRoot) change.lastrootafter = Math.max(change.lastrootafter, after);
  }
  return [...changes.values()];
}

/** Changes of members' read state and mention counts. */
export function memberChanges(inserted: readonly InsertedPost[]): SetRow<typeof MEMBER_CHANGE>[] {
  const changes = new Map<string, SetRow<typeof MEMBER_CHANGE>>();
  const changeFor = (channelid: string, userid: string): SetRow<typeof MEMBER_CHANGE> => {
    const key = channelid + userid;
    const found = changes.get(key);
    if (found) return found;
    const change = {
      channelid,
      userid,
      readafter: -1,
      messagesafter: 0,
      rootsafter: 0,
      mentions: 0,
      rootmentions: 0,
      urgentmentions: 0,
    };
    changes.set(key, change);
    return change;
  };

  // From last to first: an author has read everything up to their own last post, and later posts are unread.
  const unread = new Map<string, {messages: number; roots: number}>();
  for (const {post, after, effects} of inserted.toReversed()) {
    const later = unread.get(post.channelid) ?? {messages: 0, roots: 0};
    unread.set(post.channelid, later);
    if (effects.readByAuthor) {
      const author = changeFor(post.channelid, post.userid);
      if (author.readafter === -1) {
        author.messagesafter = later.messages;
        author.rootsafter = later.roots;
      }
      author.readafter = Math.max(author.readafter, after);
    }
    later.messages += effects.counted ? 1 : 0;
    later.roots += effects.counted && post.rootid === '' ? 1 : 0;
  }

  for (const {post, effects} of inserted) {
    const isRoot = post.rootid === '';
    if (effects.readByAuthor) {
      const author = changeFor(post.channelid, post.userid);
      author.mentions = author.rootmentions = author.urgentmentions = 0;
    }
    for (const userId of effects.mentionedUserIds) {
      const change = changeFor(post.channelid, userId);
      change.mentions += 1;
      change.rootmentions += isRoot ? 1 : 0;
      change.urgentmentions += isRoot && effects.urgent ? 1 : 0;
    }
  }

  return [...changes.values()];
}

/** Changes of threads through replies. */
export function threadChanges(inserted: readonly InsertedPost[]): SetRow<typeof THREAD_CHANGE>[] {
  const threads = new Map<string, Omit<SetRow<typeof THREAD_CHANGE>, 'authors'> & {authors: Set<string>}>();
  for (const {post, after, effects} of inserted) {
    if (post.rootid === '') continue;
    const thread = threads.get(post.rootid) ?? {
      rootid: post.rootid,
      channelid: post.channelid,
      teamid: effects.thread?.teamId ?? '',
      replies: 0,
      lastafter: 0,
      authors: new Set<string>(),
    };
    threads.set(post.rootid, thread);
    thread.replies += 1;
    thread.lastafter = Math.max(thread.lastafter, after);
    // Adds the author again, so that the set is ordered by last reply.
    thread.authors.delete(post.userid);
    thread.authors.add(post.userid);
  }
  return [...threads.values()].map((thread) => ({...thread, authors: JSON.stringify([...thread.authors])}));
}

/** New thread followers, and the time until which they have read the thread. */
export function followerChanges(inserted: readonly InsertedPost[]): SetRow<typeof FOLLOWER_CHANGE>[] {
  const followers = new Map<string, SetRow<typeof FOLLOWER_CHANGE>>();
  for (const {post, after, effects} of inserted) {
    for (const {userId, hasRead, mentioned} of effects.thread?.followers ?? []) {
      const key = post.rootid + userId;
      const follower = followers.get(key) ?? {
        channelid: post.channelid,
        rootid: post.rootid,
        userid: userId,
        readafter: -1,
        updatedafter: 0,
        mentions: 0,
      };
      followers.set(key, follower);
      if (hasRead) {
        follower.readafter = after;
        follower.mentions = 0;
      }
      if (mentioned) follower.mentions += 1;
      follower.updatedafter = after;
    }
  }
  return [...followers.values()];
}
