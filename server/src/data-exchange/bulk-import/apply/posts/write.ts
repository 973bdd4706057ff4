import {recordBackdated} from '../../../../messaging/backdated-posts/backdated-posts.ts';
import {POSTS, PREFERENCES, REACTIONS, THREADS} from '../../../../messaging/tables/tables.ts';
import type {Transaction} from '../../../../platform/database/queryable.ts';
import {insertRows, type NewRow, updateRows} from '../../../../platform/database/table.ts';
import type {Batch} from '../batch.ts';
import {SET_UPDATE_AT} from '../merging.ts';
import {type NewPreference, setPreferences} from '../preferences.ts';
import {eachPost, isCounted, newPostRow, type PlannedPost, type PostPlan} from './plan.ts';
import {
  type ChannelChange,
  type Follower,
  follow,
  incrementChannelCounters,
  insertReactions,
  MAX_PARTICIPANTS,
  markReactedTo,
  type ThreadChange,
  updateThreads,
} from './store.ts';

/**
 * Inserts the new posts of a plan with their reactions, flags and threads. Other transactions don't use these rows
 * yet, so no locks are needed, and two batches can run at the same time.
 */
export async function insertNewPosts(tx: Transaction, plan: PostPlan, now: number): Promise<void> {
  const fresh: PlannedPost[] = [];
  const rows: NewRow<typeof POSTS>[] = [];
  for (const root of plan.roots) {
    for (const post of eachPost([root])) {
      if (post.existing) continue;
      fresh.push(post);
      rows.push(newPostRow(post, root));
    }
  }
  await insertRows(tx, POSTS, rows);
  await insertRows(
    tx,
    REACTIONS,
    fresh.flatMap((post) =>
      post.reactions.map((reaction) => ({
        userid: reaction.userId,
        postid: post.id,
        emojiname: reaction.emojiName,
        createat: reaction.createAt,
        updateat: reaction.createAt,
        channelid: post.channel.id,
      })),
    ),
  );
  await insertRows(
    tx,
    PREFERENCES,
    fresh.flatMap(flagsOf).map(({userId, category, name, value}) => ({
      userid: userId,
      category,
      name,
      value,
    })),
  );
  const threads = plan.roots.filter((root) => !root.existing && root.replies.length > 0).map(threadOf);
  await insertRows(
    tx,
    THREADS,
    threads.map((thread) => ({
      postid: thread.rootId,
      channelid: thread.channelId,
      threadteamid: thread.teamId,
      replycount: thread.replies,
      lastreplyat: thread.lastReplyAt,
      participants: JSON.stringify(thread.authors),
    })),
  );
  await follow(tx, plan.roots.filter((root) => !root.existing).flatMap(followersOf), now);
}

/**
 * Changes rows that other transactions may change too: existing posts and the counters of channels. Locks channels,
 * then posts, then threads, as posting does.
 */
export async function changeExistingPosts(batch: Batch, plan: PostPlan): Promise<void> {
  const {tx, now} = batch;
  const posts = [...eachPost(plan.roots)];
  const existing = posts.filter((post) => post.existing);
  await incrementChannelCounters(tx, channelChanges(posts));
  await recordBackdated(tx, backdatedPosts(posts));

  const changed = new Set(await changePosts(batch, existing));
  const reacted = await addReactions(batch, existing);
  const flagged = await setPreferences(tx, existing.flatMap(flagsOf));
  if (flagged.length > 0) batch.announce.stale = true;
  await updateThreads(
    tx,
    plan.roots.flatMap((root) => {
      const replies = root.replies.filter((reply) => !reply.existing);
      return root.existing && replies.length > 0 ? [threadOf({...root, replies})] : [];
    }),
    now,
  );
  await follow(tx, existing.flatMap(followersOf), now);

  for (const post of posts) {
    batch.announce.channels.add(post.channel.id);
    if (!post.existing) batch.count(post.kind, 'created');
    else batch.count(post.kind, changed.has(post.id) ? 'updated' : 'unchanged');
  }
  const created = posts.reduce((sum, post) => sum + (post.existing ? 0 : post.reactions.length), 0);
  const before = existing.reduce((sum, post) => sum + post.reactions.length, 0);
  batch.count('reaction', 'created', created + reacted);
  batch.count('reaction', 'unchanged', before - reacted);
  batch.count('post', 'skipped', plan.repeated.post);
  batch.count('direct post', 'skipped', plan.repeated['direct post']);
}

/** Returns the ids of changed posts. */
async function changePosts({tx, now}: Batch, posts: readonly PlannedPost[]): Promise<string[]> {
  const rows = posts
    // Edits made since an earlier import stay.
    .filter(({existing}) => !existing!.edited)
    .map(({id, userId, source}) => ({
      id,
      userid: userId,
      props: source.props,
      type: source.type,
      editat: source.edit_at,
      ispinned: source.is_pinned,
    }));
  if (rows.length === 0) return [];
  const changed = await updateRows(tx, POSTS, rows, {merging: SET_UPDATE_AT, now});
  return changed.map(({id}) => id);
}

/** Adds missing reactions to existing posts, and returns their number. */
async function addReactions({tx, now}: Batch, posts: readonly PlannedPost[]): Promise<number> {
  const reactions = posts.flatMap(({id, channel, reactions: ofPost}) =>
    ofPost.map((reaction) => ({...reaction, postId: id, channelId: channel.id})),
  );
  if (reactions.length === 0) return 0;
  const inserted = await insertReactions(tx, reactions);
  await markReactedTo(tx, [...new Set(inserted.map(({postid}) => postid))], now);
  return inserted.length;
}

function flagsOf({id, flaggedBy}: PlannedPost): NewPreference[] {
  return [...new Set(flaggedBy)].map((userId) => ({
    userId,
    category: 'flagged_post',
    name: id,
    value: 'true',
  }));
}

function followersOf({id, followers}: PlannedPost): Follower[] {
  return followers.map((follower) => ({...follower, postId: id}));
}

function threadOf({id, channel, replies}: PlannedPost): ThreadChange {
  const ordered = replies.toSorted((a, b) => a.createAt - b.createAt);
  const authors = new Set<string>();
  for (const {userId} of ordered) {
    // Deleted and added again, so that the most recent author is last.
    authors.delete(userId);
    authors.add(userId);
  }
  return {
    rootId: id,
    channelId: channel.id,
    teamId: channel.teamId,
    replies: replies.length,
    lastReplyAt: ordered.at(-1)!.createAt,
    authors: [...authors].slice(-MAX_PARTICIPANTS),
  };
}

/** New posts that compliance exports contain. */
function* backdatedPosts(posts: readonly PlannedPost[]): Generator<{channelId: string; at: number}> {
  for (const {existing, source, channel, createAt} of posts) {
    if (!existing && !source.type?.startsWith('system_')) yield {channelId: channel.id, at: createAt};
  }
}

function channelChanges(posts: readonly PlannedPost[]): ChannelChange[] {
  const changes = new Map<string, ChannelChange>();
  for (const post of posts) {
    if (post.existing) continue;
    const {channel, createAt} = post;
    const isRoot = post.kind !== 'reply';
    let change = changes.get(channel.id);
    if (!change) {
      change = {channelId: channel.id, messages: 0, roots: 0, lastPostAt: 0, lastRootPostAt: 0};
      changes.set(channel.id, change);
    }
    if (isCounted(post)) {
      change.messages++;
      if (isRoot) change.roots++;
    }
    change.lastPostAt = Math.max(change.lastPostAt, createAt);
    if (isRoot) change.lastRootPostAt = Math.max(change.lastRootPostAt, createAt);
  }
  return [...changes.values()];
}
