import {columnTypes, type SetRow} from '../../../platform/database/row-sets.ts';
import type {RowOf} from '../../../platform/database/table.ts';
import {POSTS} from '../../tables/tables.ts';

// The rows that creating posts writes: the posts and the counters they change, as row sets for a single statement.

/** The columns that an insert sets. UpdateAt is the same as CreateAt, and the others get their defaults. */
export const NEW_POST = columnTypes(POSTS, [
  'id',
  'createat',
  'userid',
  'channelid',
  'rootid',
  'message',
  'type',
  'props',
  'hashtags',
  'fileids',
]);

export const CHANNEL_CHANGE = {
  channelid: 'text',
  messages: 'bigint',
  roots: 'bigint',
  lastpostat: 'bigint',
  lastrootpostat: 'bigint',
} as const;

export const MEMBER_CHANGE = {
  channelid: 'text',
  userid: 'text',
  // Milliseconds; 0 if the post doesn't mark anything as read.
  readat: 'bigint',
  // Messages and root posts after what the member has read.
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
  lastreplyat: 'bigint',
  authors: 'jsonb',
} as const;

export const FOLLOWER_CHANGE = {
  rootid: 'text',
  userid: 'text',
  readat: 'bigint',
  updatedat: 'bigint',
  mentions: 'bigint',
} as const;

/** A post to insert. Times are in milliseconds. */
export interface NewPostRow extends Omit<Pick<RowOf<typeof POSTS>, keyof typeof NEW_POST>, 'fileids'> {
  props: Record<string, unknown>;
  fileids: readonly string[];
}

/** The changes that a post causes beyond its own row. */
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
  effects: PostEffects;
}

export function newPosts(inserted: readonly InsertedPost[]): SetRow<typeof NEW_POST>[] {
  return inserted.map(({post}) => ({
    ...post,
    props: JSON.stringify(post.props),
    fileids: post.fileids.length === 0 ? '[]' : JSON.stringify(post.fileids),
  }));
}

/** Counter changes of channels. */
export function channelChanges(inserted: readonly InsertedPost[]): SetRow<typeof CHANNEL_CHANGE>[] {
  const changes = new Map<string, SetRow<typeof CHANNEL_CHANGE>>();
  for (const {post, effects} of inserted) {
    const change = changes.get(post.channelid) ?? {
      channelid: post.channelid,
      messages: 0,
      roots: 0,
      lastpostat: 0,
      lastrootpostat: 0,
    };
    changes.set(post.channelid, change);
    const isRoot = post.rootid === '';
    change.messages += effects.counted ? 1 : 0;
    change.roots += effects.counted && isRoot ? 1 : 0;
    change.lastpostat = Math.max(change.lastpostat, post.createat);
    if (isRoot) change.lastrootpostat = Math.max(change.lastrootpostat, post.createat);
  }
  return [...changes.values()];
}

/** Members' read state and mention counts. */
export function memberChanges(inserted: readonly InsertedPost[]): SetRow<typeof MEMBER_CHANGE>[] {
  const changes = new Map<string, SetRow<typeof MEMBER_CHANGE>>();
  const changeOf = (channelid: string, userid: string): SetRow<typeof MEMBER_CHANGE> => {
    const key = channelid + userid;
    const found = changes.get(key);
    if (found) return found;
    const change = {
      channelid,
      userid,
      readat: 0,
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
  const after = new Map<string, {messages: number; roots: number}>();
  for (const {post, effects} of inserted.toReversed()) {
    const later = after.get(post.channelid) ?? {messages: 0, roots: 0};
    after.set(post.channelid, later);
    if (effects.readByAuthor) {
      const author = changeOf(post.channelid, post.userid);
      if (author.readat === 0) {
        author.messagesafter = later.messages;
        author.rootsafter = later.roots;
      }
      author.readat = Math.max(author.readat, post.createat);
    }
    later.messages += effects.counted ? 1 : 0;
    later.roots += effects.counted && post.rootid === '' ? 1 : 0;
  }

  for (const {post, effects} of inserted) {
    const isRoot = post.rootid === '';
    if (effects.readByAuthor) {
      const author = changeOf(post.channelid, post.userid);
      author.mentions = author.rootmentions = author.urgentmentions = 0;
    }
    for (const userId of effects.mentionedUserIds) {
      const change = changeOf(post.channelid, userId);
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
  for (const {post, effects} of inserted) {
    if (post.rootid === '') continue;
    const thread = threads.get(post.rootid) ?? {
      rootid: post.rootid,
      channelid: post.channelid,
      teamid: effects.thread?.teamId ?? '',
      replies: 0,
      lastreplyat: 0,
      authors: new Set<string>(),
    };
    threads.set(post.rootid, thread);
    thread.replies += 1;
    thread.lastreplyat = Math.max(thread.lastreplyat, post.createat);
    // Re-inserted so that the set is ordered by last reply.
    thread.authors.delete(post.userid);
    thread.authors.add(post.userid);
  }
  return [...threads.values()].map((thread) => ({...thread, authors: JSON.stringify([...thread.authors])}));
}

/** New thread followers and what they have read. */
export function followerChanges(inserted: readonly InsertedPost[]): SetRow<typeof FOLLOWER_CHANGE>[] {
  const followers = new Map<string, SetRow<typeof FOLLOWER_CHANGE>>();
  for (const {post, effects} of inserted) {
    for (const {userId, hasRead, mentioned} of effects.thread?.followers ?? []) {
      const key = post.rootid + userId;
      const follower = followers.get(key) ?? {
        rootid: post.rootid,
        userid: userId,
        readat: 0,
        mentions: 0,
        updatedat: 0,
      };
      followers.set(key, follower);
      if (hasRead) {
        follower.readat = post.createat;
        follower.mentions = 0;
      }
      if (mentioned) follower.mentions += 1;
      follower.updatedat = post.createat;
    }
  }
  return [...followers.values()];
}
