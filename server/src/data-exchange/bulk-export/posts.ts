import type {Queryable} from '../../platform/database/queryable.ts';
import {
  type FileRow,
  type FollowerRow,
  type PostRow,
  type ReactionRow,
  selectFiles,
  selectFlags,
  selectFollowers,
  selectPosts,
  selectReactions,
  selectReplies,
} from './store.ts';

const PAGE_SIZE = 500;

/** The path of a post's file in the export; undefined if its content is gone. */
export type NameFile = (file: FileRow) => Promise<string | undefined>;

/**
 * The posts of a channel with replies, reactions, files and followers, in order of time. Posts with the same time are
 * ordered by text and author, so the order does not depend on ids.
 */
export async function* channelPosts(
  db: Queryable,
  channelId: string,
  nameFile: NameFile | undefined,
): AsyncGenerator<object[], void, undefined> {
  let after = {createAt: Number.MIN_SAFE_INTEGER, id: ''};
  let carriedOver: PostRow[] = [];
  for (;;) {
    const rows = await selectPosts(db, channelId, after, PAGE_SIZE);
    const isLast = rows.length < PAGE_SIZE;
    const all = [...carriedOver, ...rows];
    const latest = all.at(-1)?.createat;
    // The next page may have more posts with the time of the last one.
    const ready = isLast ? all : all.filter(({createat}) => createat !== latest);
    carriedOver = isLast ? [] : all.filter(({createat}) => createat === latest);
    if (ready.length > 0) yield await toPostObjects(db, ready.sort(byTimeAndText), nameFile);
    if (isLast) return;
    const last = rows.at(-1)!;
    after = {createAt: last.createat, id: last.id};
  }
}

function byTimeAndText(a: PostRow, b: PostRow): number {
  if (a.createat !== b.createat) return a.createat - b.createat;
  const [x, y] = [`${a.message}\0${a.username}`, `${b.message}\0${b.username}`];
  return x < y ? -1 : x > y ? 1 : 0;
}

interface PostDetails {
  replies: Map<string, PostRow[]>;
  reactions: Map<string, ReactionRow[]>;
  flags: Map<string, {username: string}[]>;
  followers: Map<string, FollowerRow[]>;
  /** Paths in the export. */
  files: Map<string, string[]>;
}

async function toPostObjects(
  db: Queryable,
  roots: readonly PostRow[],
  nameFile: NameFile | undefined,
): Promise<object[]> {
  const rootIds = roots.map(({id}) => id);
  const replies = await selectReplies(db, rootIds);
  const posts = [...roots, ...replies];
  const ids = posts.map(({id}) => id);
  const reacted = posts.filter(({hasreactions}) => hasreactions).map(({id}) => id);
  const details: PostDetails = {
    replies: Map.groupBy(replies, ({rootid}) => rootid),
    reactions: byPost(reacted.length > 0 ? await selectReactions(db, reacted) : []),
    flags: byPost(await selectFlags(db, ids)),
    followers: byPost(await selectFollowers(db, rootIds)),
    files: nameFile ? await namedFiles(db, posts, nameFile) : new Map(),
  };
  return roots.map((root) => ({
    ...messageObject(root, details),
    replies: details.replies.get(root.id)?.map((reply) => messageObject(reply, details)),
    thread_followers: details.followers.get(root.id)?.map(({username, lastviewed, unreadmentions}) => ({
      user: username,
      last_viewed: lastviewed,
      unread_mentions: unreadmentions,
    })),
  }));
}

function byPost<Row extends {postid: string}>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({postid}) => postid);
}

function messageObject(post: PostRow, {reactions, flags, files}: PostDetails) {
  return {
    user: post.username,
    type: post.type || undefined,
    message: post.message,
    props: post.props,
    create_at: post.createat,
    edit_at: post.editat || undefined,
    is_pinned: post.ispinned || undefined,
    flagged_by: flags.get(post.id)?.map(({username}) => username),
    reactions: reactions.get(post.id)?.map(({username, emojiname, createat}) => ({
      user: username,
      emoji_name: emojiname,
      create_at: createat,
    })),
    attachments: files.get(post.id)?.map((path) => ({path})),
  };
}

/** The files of posts, each in the order in which its post names them. */
async function namedFiles(
  db: Queryable,
  posts: readonly PostRow[],
  nameFile: NameFile,
): Promise<Map<string, string[]>> {
  const withFiles = posts.filter(({fileids}) => fileids !== '[]');
  const paths = new Map<string, string[]>();
  if (withFiles.length === 0) return paths;
  const rows = await selectFiles(
    db,
    withFiles.map(({id}) => id),
  );
  const files = byPost(rows);
  for (const {id, fileids} of withFiles) {
    const order = JSON.parse(fileids) as string[];
    const own = (files.get(id) ?? []).toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    for (const file of own) {
      const path = await nameFile(file);
      if (path !== undefined) paths.set(id, [...(paths.get(id) ?? []), path]);
    }
  }
  return paths;
}
