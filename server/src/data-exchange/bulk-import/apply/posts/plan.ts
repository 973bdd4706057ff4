import {findHashtags, UNCOUNTED_TYPES} from '../../../../messaging/posts/posts.ts';
import {newId} from '../../../../platform/database/ids.ts';
import type {Queryable} from '../../../../platform/database/queryable.ts';
import type {DirectPost, Post, Reaction, Reply} from '../../format/objects.ts';
import type {ObjectLine} from '../../parse-lines.ts';
import type {Directory, KnownChannel, KnownDirectChannel} from '../../references/directory.ts';
import {type ExistingPostRow, selectExistingPosts, selectExistingReplies} from './store.ts';

/** A line that holds a post. */
export type PostLine = ObjectLine & {type: 'post' | 'direct_post'};

/** A post or reply of the file, with the post that it is or becomes. */
export interface PlannedPost {
  id: string;
  kind: 'post' | 'direct post' | 'reply';
  channel: KnownChannel;
  /** The thread's first post; empty for that one itself. */
  rootId: string;
  userId: string;
  createAt: number;
  message: string;
  source: Post | DirectPost | Reply;
  /** What the database has of it; undefined for a new one. */
  existing?: ExistingPostRow;
  reactions: PlannedReaction[];
  /** Ids of users. */
  flaggedBy: string[];
  /** Of a thread's first post. */
  replies: PlannedPost[];
  followers: PlannedFollower[];
}

/** Somebody who follows a thread; what is undefined leaves what is stored. */
interface PlannedFollower {
  userId: string;
  lastViewed: number | undefined;
  unreadMentions: number | undefined;
}

interface PlannedReaction {
  userId: string;
  emojiName: string;
  createAt: number;
}

/** What a batch of lines comes to. */
export interface PostPlan {
  /** Firsts of threads and posts without replies, in the order of the file, with their replies. */
  roots: PlannedPost[];
  /** Lines that say what a line before them has said. */
  repeated: {post: number; 'direct post': number};
  /** Lines that must wait until this plan is written, because they are about the same posts. */
  rest: PostLine[];
}

/** New posts that are not committed yet, by their time. */
export type PostsUnderWay = Map<number, PlannedPost[]>;

/**
 * Finds out which of the posts exist already: those with the same channel, time and message. New ones get their ids.
 * Undefined if one of them may be a post that is under way: then everything that is must be committed before.
 *
 * A channel knows the time of its newest post. What is newer than that cannot exist, and most files bring a channel's
 * posts in the order of time, so that the database is asked for few of them.
 */
export async function planPosts(
  db: Queryable,
  lines: readonly PostLine[],
  directory: Directory,
  underWay: PostsUnderWay,
): Promise<PostPlan | undefined> {
  const plan: PostPlan = {roots: [], repeated: {post: 0, 'direct post': 0}, rest: []};
  const planned = new Map<number, {root: PlannedPost; text: string}[]>();
  const perhapsExisting: PlannedPost[] = [];
  for (const [index, line] of lines.entries()) {
    const root = planRoot(line, directory);
    const {channel, createAt} = root;
    if (createAt <= channel.newestPostAt) {
      const earlier = planned.get(createAt)?.find((other) => isSamePost(other.root, root));
      if (earlier && earlier.text === line.text) {
        plan.repeated[root.kind as 'post' | 'direct post']++;
        continue;
      }
      if (earlier) {
        plan.rest = lines.slice(index);
        break;
      }
      if (underWay.get(createAt)?.some((other) => isSamePost(other, root))) return undefined;
      perhapsExisting.push(root);
    } else {
      channel.newestPostAt = createAt;
    }
    const atThatTime = planned.get(createAt);
    if (atThatTime) atThatTime.push({root, text: line.text});
    else planned.set(createAt, [{root, text: line.text}]);
    plan.roots.push(root);
  }
  await findExisting(db, perhapsExisting);
  return plan;
}

function isSamePost(a: PlannedPost, b: PlannedPost): boolean {
  return a.channel === b.channel && a.message === b.message;
}

function planRoot(line: PostLine, directory: Directory): PlannedPost {
  const {object} = line;
  const channel =
    line.type === 'post'
      ? directory.channel(line.object.team, line.object.channel)!
      : (directory.directChannel(line.object.channel_members) as KnownDirectChannel);
  const root = planMessage(object, line.type === 'post' ? 'post' : 'direct post', channel, directory);
  if (object.replies) {
    for (const reply of object.replies) addReply(root, reply, directory);
  }
  for (const {user, last_viewed, unread_mentions} of object.thread_followers ?? []) {
    root.followers.push({
      userId: directory.user(user)!.id,
      lastViewed: last_viewed,
      unreadMentions: unread_mentions,
    });
  }
  return root;
}

function planMessage(
  source: Post | DirectPost | Reply,
  kind: PlannedPost['kind'],
  channel: KnownChannel,
  directory: Directory,
): PlannedPost {
  const createAt = source.create_at;
  return {
    id: newId(),
    kind,
    channel,
    rootId: '',
    userId: directory.user(source.user)!.id,
    createAt,
    message: source.message,
    source,
    reactions: source.reactions ? planReactions(source.reactions, createAt, directory) : [],
    flaggedBy: source.flagged_by ? source.flagged_by.map((name) => directory.user(name)!.id) : [],
    replies: [],
    followers: [],
  };
}

function addReply(root: PlannedPost, source: Reply, directory: Directory): void {
  // A reply is not older than its parent (docs/specification.md#members-schemes-and-threads).
  const clamped = source.create_at < root.createAt ? {...source, create_at: root.createAt} : source;
  const reply = planMessage(clamped, 'reply', root.channel, directory);
  reply.rootId = root.id;
  const twin = root.replies.find((it) => it.createAt === reply.createAt && it.message === reply.message);
  if (!twin) {
    root.replies.push(reply);
    return;
  }
  // The same reply said twice: the second is an update of the first.
  twin.userId = reply.userId;
  twin.source = {...twin.source, ...reply.source};
  for (const reaction of reply.reactions) addReaction(twin.reactions, reaction);
  twin.flaggedBy.push(...reply.flaggedBy);
}

function planReactions(
  reactions: readonly Reaction[],
  postCreateAt: number,
  directory: Directory,
): PlannedReaction[] {
  const planned: PlannedReaction[] = [];
  for (const {user, emoji_name: emojiName, create_at: createAt} of reactions) {
    addReaction(planned, {
      userId: directory.user(user)!.id,
      emojiName,
      createAt: Math.max(createAt, postCreateAt),
    });
  }
  return planned;
}

/** Somebody reacts once with an emoji. */
function addReaction(reactions: PlannedReaction[], reaction: PlannedReaction): void {
  const {userId, emojiName} = reaction;
  if (!reactions.some((it) => it.userId === userId && it.emojiName === emojiName)) reactions.push(reaction);
}

async function findExisting(db: Queryable, roots: readonly PlannedPost[]): Promise<void> {
  if (roots.length === 0) return;
  for (const row of await selectExistingPosts(db, roots)) take(roots[row.place]!, row);
  const replies = roots.flatMap((root) => (root.existing ? root.replies : []));
  if (replies.length === 0) return;
  for (const row of await selectExistingReplies(db, replies)) take(replies[row.place]!, row);
}

function take(planned: PlannedPost, row: ExistingPostRow): void {
  // Of several the first that is not deleted is the one; a file that was imported twice by another server has such.
  if (planned.existing && (planned.existing.deleteat === 0 || row.deleteat > 0)) return;
  planned.existing = row;
  planned.id = row.id;
  for (const reply of planned.replies) reply.rootId = row.id;
}

/** Everything that a planned post and its replies are, each for itself. */
export function* eachPost(roots: Iterable<PlannedPost>): Generator<PlannedPost> {
  for (const root of roots) {
    yield root;
    yield* root.replies;
  }
}

/** Whether the counters of messages count the post. */
export function isCounted({source}: PlannedPost): boolean {
  return !source.type || !UNCOUNTED_TYPES.has(source.type);
}

/** The row of a new post. A reply to a post that was deleted here is as deleted as that. */
export function newPostRow(post: PlannedPost, root: PlannedPost) {
  const {id, source, channel, rootId, userId, createAt, message, replies, reactions} = post;
  return {
    id,
    createat: createAt,
    updateat: replies.reduce((latest, reply) => Math.max(latest, reply.createAt), createAt),
    editat: source.edit_at,
    deleteat: root.existing?.deleteat,
    ispinned: source.is_pinned,
    userid: userId,
    channelid: channel.id,
    rootid: rootId,
    message,
    type: source.type,
    props: source.props,
    hashtags: findHashtags(message),
    hasreactions: reactions.length > 0,
  };
}
