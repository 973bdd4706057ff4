import type {Static} from 'typebox';
import type {Database} from '../../../platform/database/database.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {mayContainEmoji} from '../custom-emoji.ts';
import {mayContainLink} from '../links.ts';
import {mayContainImage} from '../pictures.ts';
import {postNotFound} from '../post-errors.ts';
import type {PostPresenter, ThreadViewer} from '../post-presenter.ts';
import type {WirePost} from '../present.ts';
import type {PostList} from '../schema.ts';
import {type PostRow, selectPosts} from '../store.ts';
import {
  type PageRow,
  type PostPosition,
  type ReplyPosition,
  type SliceFilter,
  selectChangedSince,
  selectChannelPage,
  selectChannelSlice,
  selectFlagged,
  selectLastViewedAt,
  selectPinned,
  selectReplies,
  selectThreads,
} from './store.ts';

export type WirePostList = Static<typeof PostList>;

export type PostLists = ReturnType<typeof createPostLists>;

/** Options for a list of a channel's posts. */
export interface ListOptions {
  /** Set for a viewer with collapsed threads: lists only root posts, with their participants. */
  threadViewer?: ThreadViewer;
  /** Whether to exclude from `posts` the replies in the threads of listed posts. */
  skipThreads?: boolean;
  includeDeleted?: boolean;
}

/** The maximum number of additional replies in a list: the newest replies of its threads. */
const MAX_THREAD_REPLIES = 100;
/** The maximum number of posts in a list of changes. */
const MAX_CHANGED_POSTS = 1000;
/** The default number of replies in a thread. */
const MAX_REPLIES = 5000;
const MAX_PINNED = 1000;
/** Sorts after all ids in any collation. */
export const AFTER_ALL_IDS = 'z'.repeat(27);

/** The number of posts that long lists read at once. */
const BATCH = 200;
/**
 * The total length of messages and props in characters after which a list or page ends (docs/specification.md#posts).
 * Only hostile posts reach it: 200 of them could have 160 million.
 */
const MAX_LENGTH = 20_000_000;

interface Edges {
  next?: string;
  prev?: string;
  hasNext?: boolean;
}

/** Lists posts: pages of a channel, threads, pinned and saved posts. The caller checks permissions. */
export function createPostLists({database, presentPosts}: {database: Database; presentPosts: PostPresenter}) {
  /** A list of these rows with their threads. */
  async function toList(
    rows: readonly PostRow[],
    {next = '', prev = '', hasNext}: Edges,
    {threadViewer, skipThreads = false}: ListOptions = {},
  ): Promise<WirePostList> {
    const rootIds = [...new Set(rows.filter((row) => row.rootid !== '').map((row) => row.rootid))];
    const listed = new Set(rows.map((row) => row.id));
    const threads =
      rootIds.length === 0
        ? []
        : await selectThreads(database.replica, rootIds, {
            newestReplies: skipThreads ? 0 : MAX_THREAD_REPLIES,
          });
    const others = threads.filter((row) => !listed.has(row.id));
    const posts = await presentPosts([...rows, ...withinLength(others, lengthOf)], threadViewer);
    return {
      order: rows.map((row) => row.id),
      posts: Object.fromEntries(posts.map((post) => [post.id, post])),
      next_post_id: next,
      prev_post_id: prev,
      has_next: hasNext,
      first_inaccessible_post_time: 0,
    };
  }

  /**
   * Reads up to `limit` posts in batches, until they are {@link MAX_LENGTH} long.
   *
   * @param read reads the posts after `last`, or the first ones
   */
  async function readLongList(
    limit: number,
    read: (last: PostRow | undefined, limit: number) => Promise<PostRow[]>,
  ): Promise<{rows: PostRow[]; isTooLong: boolean}> {
    const rows: PostRow[] = [];
    let length = 0;
    while (rows.length < limit) {
      const size = Math.min(BATCH, limit - rows.length);
      const batch = await read(rows.at(-1), size);
      for (const row of batch) {
        if (length > MAX_LENGTH) return {rows, isTooLong: true};
        length += lengthOf(row);
        rows.push(row);
      }
      if (batch.length < size) break;
    }
    return {rows, isTooLong: false};
  }

  /** The posts among these, in the order of the ids, until they are {@link MAX_LENGTH} long. */
  async function readByIds(
    ids: readonly string[],
    {includeDeleted = false} = {},
  ): Promise<{rows: PostRow[]; isTooLong: boolean}> {
    const rows: PostRow[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const found = new Map((await selectPosts(database, batch)).map((row) => [row.id, row]));
      const read = batch.flatMap((id) => found.get(id) ?? []);
      rows.push(...read.filter(({deleteat}) => includeDeleted || deleteat === 0));
      const kept = withinLength(rows, lengthOf);
      if (kept.length < rows.length) return {rows: kept, isTooLong: true};
    }
    return {rows, isTooLong: false};
  }

  async function positionOf(postId: string, channelId: string): Promise<PostPosition> {
    const [row] = await selectPosts(database.replica, [postId]);
    if (!row || row.channelid !== channelId) throw postNotFound(postId);
    return row;
  }

  function toSliceFilter(
    channelId: string,
    {threadViewer, includeDeleted = false}: ListOptions,
  ): SliceFilter {
    return {channelId, rootsOnly: threadViewer !== undefined, includeDeleted};
  }

  /** Rows on one side of a position and their neighbors, which are found by reading an extra row at either end. */
  async function slice(
    filter: SliceFilter,
    {
      position,
      side,
      offset,
      limit,
    }: {position?: PostPosition; side: 'before' | 'after'; offset: number; limit: number},
  ): Promise<{rows: PostRow[]; nearer: string; farther: string}> {
    const lead = offset > 0 ? 1 : 0;
    const range = {offset: offset - lead, limit: limit + lead + 1};
    const found = await selectChannelSlice(database.replica, filter, {position, side, ...range});
    const {rows, nearer, farther} = splitEdges(found, {lead, limit, nearest: position?.id ?? ''});
    const kept = withinLength(rows, lengthOf);
    return {rows: kept, nearer, farther: rows[kept.length]?.id ?? farther};
  }

  /** The oldest posts that are newer than the member's last view. None if the member never viewed the channel. */
  async function unreadPosts(channelId: string, userId: string, limit: number, options: ListOptions) {
    const lastViewedAt = (await selectLastViewedAt(database, channelId, userId)) ?? 0;
    if (lastViewedAt === 0) return {rows: [], farther: ''};
    // Sorts after all posts of this millisecond, so that only later posts are included.
    const position = {createat: lastViewedAt, id: AFTER_ALL_IDS};
    return slice(toSliceFilter(channelId, options), {position, side: 'after', offset: 0, limit});
  }

  /** The posts of a page that PostgreSQL could not convert to JSON, and the posts of its threads, as JSON by id. */
  async function writeOthers(rows: readonly PageRow[]): Promise<Map<string, string>> {
    const listed = new Set(rows.map((row) => row.id));
    const rootIds = new Set(rows.map((row) => row.rootid).filter(Boolean));
    const special = rows
      .filter(
        ({json}) => json === null || mayContainEmoji(json) || mayContainImage(json) || mayContainLink(json),
      )
      .map((row) => row.id);
    if (special.length === 0 && rootIds.size === 0) return new Map();
    const [own, threads] = await Promise.all([
      special.length > 0 ? selectPosts(database.replica, special) : [],
      rootIds.size > 0
        ? selectThreads(database.replica, [...rootIds], {newestReplies: MAX_THREAD_REPLIES})
        : [],
    ]);
    const posts = await presentPosts([...own, ...threads.filter((row) => !listed.has(row.id))]);
    return new Map(posts.map((post) => [post.id, JSON.stringify(post)]));
  }

  return {
    /** A page of the channel as JSON: the same list as {@link channelPage} without options. */
    async channelPageJson(
      channelId: string,
      {offset, limit}: {offset: number; limit: number},
    ): Promise<string> {
      const lead = offset > 0 ? 1 : 0;
      const range = {offset: offset - lead, limit: limit + lead + 1};
      const found = await selectChannelPage(database.replica, channelId, range);
      const {rows, nearer, farther} = splitEdges(found, {lead, limit, nearest: ''});
      const others = await writeOthers(rows);
      const written = rows.map(({id, json}) => {
        const text = `"${id}":${others.get(id) ?? json}`;
        others.delete(id);
        return {id, text};
      });
      const length = ({text}: {text: string}) => text.length;
      const kept = withinLength(written, length);
      const prev = written[kept.length]?.id ?? farther;
      const replies = [...others].map(([id, json]) => ({id, text: `"${id}":${json}`}));
      const posts = [...kept, ...withinLength(replies, length)].map(({text}) => text);
      const order = kept.length === 0 ? '' : `"${kept.map(({id}) => id).join('","')}"`;
      return (
        `{"order":[${order}],"posts":{${posts.join(',')}},"next_post_id":"${nearer}","prev_post_id":"${prev}",` +
        `"has_next":${prev !== ''},"first_inaccessible_post_time":0}`
      );
    },

    /** A page of the channel, newest first. */
    async channelPage(
      channelId: string,
      range: {offset: number; limit: number},
      options: ListOptions = {},
    ): Promise<WirePostList> {
      const {rows, nearer, farther} = await slice(toSliceFilter(channelId, options), {
        side: 'before',
        ...range,
      });
      return toList(rows, {next: nearer, prev: farther, hasNext: farther !== ''}, options);
    },

    /**
     * A page of posts before or after a post of the channel, newest first.
     *
     * @throws AppError 404 if the channel doesn't have the post.
     */
    async around(
      channelId: string,
      {postId, side}: {postId: string; side: 'before' | 'after'},
      range: {offset: number; limit: number},
      options: ListOptions = {},
    ): Promise<WirePostList> {
      const position = await positionOf(postId, channelId);
      const {rows, nearer, farther} = await slice(toSliceFilter(channelId, options), {
        position,
        side,
        ...range,
      });
      return side === 'before'
        ? toList(rows, {next: nearer, prev: farther, hasNext: farther !== ''}, options)
        : toList(rows.toReversed(), {next: farther, prev: nearer, hasNext: farther !== ''}, options);
    },

    /**
     * A page of posts created at or after a time (milliseconds), newest first. The first page ends with the oldest of
     * them.
     */
    async createdFrom(
      channelId: string,
      time: number,
      range: {offset: number; limit: number},
      options: ListOptions = {},
    ): Promise<WirePostList> {
      const filter = toSliceFilter(channelId, options);
      // Sorts before all posts of this millisecond.
      const position = {createat: time, id: ''};
      const [{rows, nearer, farther}, [previous]] = await Promise.all([
        slice(filter, {position, side: 'after', ...range}),
        range.offset === 0
          ? selectChannelSlice(database.replica, filter, {position, side: 'before', offset: 0, limit: 1})
          : [],
      ]);
      const prev = nearer || (previous?.id ?? '');
      return toList(rows.toReversed(), {next: farther, prev, hasNext: farther !== ''}, options);
    },

    /** Posts of the channel created or changed after this time (milliseconds), including deleted ones. */
    async changedSince(channelId: string, since: number, options: ListOptions = {}): Promise<WirePostList> {
      const filter = {rootsOnly: options.threadViewer !== undefined, maxChanged: MAX_CHANGED_POSTS};
      const {rows} = await readLongList(MAX_CHANGED_POSTS, (before, limit) =>
        selectChangedSince(database.replica, channelId, since, filter, {before, limit}),
      );
      return toList(rows, {}, options);
    },

    /** Whether posts of the channel are newer than the member's last view, or than the membership without one. */
    async hasUnread(channelId: string, userId: string, options: ListOptions = {}): Promise<boolean> {
      const {rows} = await unreadPosts(channelId, userId, 1, options);
      return rows.length > 0;
    },

    /** The posts around the member's first unread post, or the newest page if there is none. */
    async aroundUnread(
      channelId: string,
      userId: string,
      {limitBefore, limitAfter}: {limitBefore: number; limitAfter: number},
      options: ListOptions = {},
    ): Promise<WirePostList> {
      const unread = await unreadPosts(channelId, userId, limitAfter, options);
      const first = unread.rows[0];
      const seen = await slice(toSliceFilter(channelId, options), {
        position: first,
        side: 'before',
        offset: 0,
        limit: limitBefore,
      });
      return toList(
        [...unread.rows.toReversed(), ...seen.rows],
        {next: unread.farther, prev: seen.farther},
        options,
      );
    },

    /**
     * The thread of a post: its root post and the replies after a position, newest first in `order`.
     *
     * @throws AppError 404 if the post doesn't exist.
     */
    async thread(
      postId: string,
      {
        perPage,
        from,
        direction,
        skipReplies,
      }: {perPage: number; from?: ReplyPosition; direction: 'up' | 'down'; skipReplies: boolean},
      threadViewer?: ThreadViewer,
    ): Promise<WirePostList> {
      const [post] = await selectPosts(database.replica, [postId]);
      if (!post || post.deleteat > 0) throw postNotFound(postId);
      const [root] = post.rootid === '' ? [post] : await selectPosts(database.replica, [post.rootid]);
      if (!root) throw postNotFound(postId);
      const limit = perPage > 0 ? perPage : MAX_REPLIES;
      const by = from?.by ?? 'creation';
      const side = direction === 'up' ? ('before' as const) : ('after' as const);
      const read = (last: PostRow | undefined, count: number) => {
        const at = last && (by === 'change' ? last.updateat : last.createat);
        const position = last ? {by, at: at!, id: last.id} : from;
        return selectReplies(database.replica, root.id, {position, side, limit: count});
      };
      const found = skipReplies ? {rows: [], isTooLong: false} : await readLongList(limit + 1, read);
      const replies = found.rows.slice(0, limit);
      if (direction === 'down') replies.reverse();
      const rows = [...replies, root];
      const posts = await presentPosts(rows, threadViewer);
      return {
        order: rows.map((row) => row.id),
        posts: Object.fromEntries(posts.map((one) => [one.id, one])),
        next_post_id: '',
        prev_post_id: '',
        has_next: found.rows.length > limit || found.isTooLong,
        first_inaccessible_post_time: 0,
      };
    },

    /**
     * The posts among these that are not deleted, in the order of the ids.
     *
     * @throws AppError 400 if they are too long together
     */
    async byIds(ids: readonly string[]): Promise<WirePost[]> {
      const {rows, isTooLong} = await readByIds(ids);
      if (isTooLong) throw tooLong();
      return presentPosts(rows);
    },

    /** Like {@link byIds}, but only the first ones if they are too long together. */
    firstByIds: async (ids: readonly string[], options?: {includeDeleted?: boolean}) =>
      presentPosts((await readByIds(ids, options)).rows),

    /** The channel's pinned posts, newest first. */
    async pinned(channelId: string): Promise<WirePostList> {
      const {rows} = await readLongList(MAX_PINNED, (before, limit) =>
        selectPinned(database.replica, channelId, {before, limit}),
      );
      return toList(rows, {}, {skipThreads: true});
    },

    /** The user's saved posts in channels that the user is in, newest first. */
    async flagged(
      userId: string,
      where: {teamId: string | undefined; channelId: string | undefined},
      range: {offset: number; limit: number},
    ): Promise<WirePostList> {
      const rows = await selectFlagged(database.replica, userId, {...where, ...range});
      return toList(withinLength(rows, lengthOf), {}, {skipThreads: true});
    },
  };
}

/** The first rows, until they are {@link MAX_LENGTH} long. */
function withinLength<Row>(rows: readonly Row[], length: (row: Row) => number): Row[] {
  let left = MAX_LENGTH;
  const end = rows.findIndex((row) => {
    const isOver = left < 0;
    left -= length(row);
    return isOver;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

function lengthOf({message, props}: PostRow): number {
  return message.length + JSON.stringify(props).length;
}

function tooLong(): AppError {
  return new AppError({
    id: 'api.post.get_posts_by_ids.too_long.app_error',
    message: `These messages have more than ${MAX_LENGTH} characters together. Request fewer of them at once.`,
    status: 400,
  });
}

/** Splits rows into the requested ones and their neighbors. */
function splitEdges<Row extends {id: string}>(
  found: readonly Row[],
  {lead, limit, nearest}: {lead: number; limit: number; nearest: string},
): {rows: Row[]; nearer: string; farther: string} {
  return {
    rows: found.slice(lead, lead + limit),
    nearer: lead === 1 ? (found[0]?.id ?? '') : nearest,
    farther: found[lead + limit]?.id ?? '',
  };
}
