import {findHashtags, UNCOUNTED_TYPES} from '../../../../messaging/posts/posts.ts';
import {newId} from '../../../../platform/database/ids.ts';
import type {Queryable} from '../../../../platform/database/queryable.ts';
import type {DirectPost, Post, Reaction, Reply} from '../../format/objects.ts';
import type {ObjectLine} from '../../parse-lines.ts';
import type {ChannelEntry, DirectChannelEntry, Directory} from '../../references/directory.ts';
import {type ExistingPostRow, selectExistingPosts, selectExistingReplies} from './store.ts';

/** A line with a post. */
export type PostLine = ObjectLine & {type: 'post' | 'direct_post'};

/** A post or reply of the file, matched to an existing post or with the id of a new one. */
export interface PlannedPost {
  id: string;
  kind: 'post' | 'direct post' | 'reply';
  channel: ChannelEntry;
  /** The first post of the thread; empty if this is that post. */
  rootId: string;
  userId: string;
  createAt: number;
  message: string;
  source: Post | DirectPost | Reply;
  /** The matching row of the database; undefined for a new post. */
  existing?: ExistingPostRow;
  reactions: PlannedReaction[];
  /** Ids of users. */
  flaggedBy: string[];
  /** Only for the first post of a thread. */
  replies: PlannedPost[];
  followers: PlannedFollower[];
}

/** A follower of a thread. Undefined values keep what is stored. */
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

/** The rows to write for a batch of lines. */
export interface PostPlan {
  /** Posts without replies, and first posts of threads with their replies, in the order of the file. */
  roots: PlannedPost[];
  /** Number of lines that repeat an earlier line exactly. */
  repeated: {post: number; 'direct post': number};
  /** Lines that wait until this plan is written, because they are about the same posts. */
  rest: PostLine[];
}

/** New posts that are not committed yet, by their time. */
export type PendingPosts = Map<number, PlannedPost[]>;

/**
 * Finds the posts that already exist: those with the same channel, time and message. Assigns ids to new ones. Returns
 * undefined if one may match a pending post, which must be committed first.
 *
 * A channel's entry has the time of its newest post. A newer post cannot exist, and most files list a channel's posts
 * in order of time, so few posts need a query.
 */
export async function planPosts(
  db: Queryable,
  lines: readonly PostLine[],
  directory: Directory,
  pending: PendingPosts,
): Promise<PostPlan | undefined> {
  const plan: PostPlan = {roots: [], repeated: {post: 0, 'direct post': 0}, rest: []};
  const planned = new Map<number, {root: PlannedPost; text: string}[]>();
  const maybeExisting: PlannedPost[] = [];
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
      if (pending.get(createAt)?.some((other) => isSamePost(other, root))) return undefined;
      maybeExisting.push(root);
    } else {
      channel.newestPostAt = createAt;
    }
    const atThatTime = planned.get(createAt);
    if (atThatTime) atThatTime.push({root, text: line.text});
    else planned.set(createAt, [{root, text: line.text}]);
    plan.roots.push(root);
  }
  await findExisting(db, maybeExisting);
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
      : (directory.directChannel(line.object.channel_members) as DirectChannelEntry);
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
  channel: ChannelEntry,
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
  const duplicate = root.replies.find((it) => it.createAt === reply.createAt && it.message === reply.message);
  if (!duplicate) {
    root.replies.push(reply);
    return;
  }
  // A repeated reply updates the first one.
  duplicate.userId = reply.userId;
  duplicate.source = {...duplicate.source, ...reply.source};
  for (const reaction of reply.reactions) addReaction(duplicate.reactions, reaction);
  duplicate.flaggedBy.push(...reply.flaggedBy);
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

/** A user reacts only once with the same emoji. */
function addReaction(reactions: PlannedReaction[], reaction: PlannedReaction): void {
  const {userId, emojiName} = reaction;
  if (!reactions.some((it) => it.userId === userId && it.emojiName === emojiName)) reactions.push(reaction);
}

async function findExisting(db: Queryable, roots: readonly PlannedPost[]): Promise<void> {
  if (roots.length === 0) return;
  for (const row of await selectExistingPosts(db, roots)) matchExisting(roots[row.place]!, row);
  const replies = roots.flatMap((root) => (root.existing ? root.replies : []));
  if (replies.length === 0) return;
  for (const row of await selectExistingReplies(db, replies)) matchExisting(replies[row.place]!, row);
}

function matchExisting(planned: PlannedPost, row: ExistingPostRow): void {
  // The first match that is not deleted wins. There may be several if another server imported a file twice.
  if (planned.existing && (planned.existing.deleteat === 0 || row.deleteat > 0)) return;
  planned.existing = row;
  planned.id = row.id;
  for (const reply of planned.replies) reply.rootId = row.id;
}

/** The planned posts and their replies, one by one. */
export function* eachPost(roots: Iterable<PlannedPost>): Generator<PlannedPost> {
  for (const root of roots) {
    yield root;
    yield* root.replies;
  }
}

/** Whether message counters include the post. */
export function isCounted({source}: PlannedPost): boolean {
  return !source.type || !UNCOUNTED_TYPES.has(source.type);
}

/** The row of a new post. A reply to a deleted post is deleted too. */
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
