import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import type {Batch, BatchChannel, FileRecord, MessageRecord, Stay, UserType} from './batch.ts';
import {
  type ChannelRow,
  type Cursor,
  type FileRow,
  type PostRow,
  type StayRow,
  selectChangedChannels,
  selectChannels,
  selectFiles,
  selectPosts,
  selectStays,
} from './store.ts';

/** From where to where a batch reads. */
export interface BatchRange {
  number: number;
  after: Cursor;
  /** Memberships were told up to here, in milliseconds. */
  memberSince: number;
  /** No post that was changed later is in it. */
  until: number;
  /** Messages at most. */
  limit: number;
  /** What was made after this and deleted since is told as both. */
  windowStart: Cursor;
  /** Of this server, without a slash at its end: links to posts begin with it. */
  siteUrl: string;
}

export interface ReadBatch extends Batch {
  posts: number;
  /** Where the next batch begins. */
  next: Cursor;
  last: boolean;
}

const PAGE = 2_000;
/** A batch is held in memory: it also ends when its texts have this many characters. */
const MAX_CHARACTERS = 32 << 20;

/** Reads a batch of one state of the database; undefined if nothing was said and nobody came or went. */
export function readBatch(
  database: Database,
  range: BatchRange,
  {signal}: {signal: AbortSignal},
): Promise<ReadBatch | undefined> {
  const read = async (db: Queryable): Promise<ReadBatch | undefined> => {
    const {posts, complete} = await readPosts(db, range);
    const lastPost = posts.at(-1);
    const startTime = range.memberSince;
    // A post may have come late, when memberships were told up to a later time already: they are told once.
    const endTime = Math.max(startTime, complete ? range.until : lastPost!.updateat);
    const changed = await selectChangedChannels(db, startTime, endTime);
    if (posts.length === 0 && changed.length === 0) return undefined;

    const byChannel = Map.groupBy(posts, ({channelid}) => channelid);
    const channelIds = [...new Set([...byChannel.keys(), ...changed])].sort();
    const [channelRows, stays, files] = [
      await selectChannels(db, channelIds),
      await selectStays(db, {channelIds, from: startTime, until: endTime}),
      await selectFiles(db, posts.filter(mayHaveFiles).map(bearerOfFiles)),
    ];
    const rowsById = new Map(channelRows.map((row) => [row.id, row]));
    const staysByChannel = Map.groupBy(stays, ({channelid}) => channelid);
    const filesByPost = Map.groupBy(files, ({postid}) => postid);
    const channels: BatchChannel[] = [];
    for (const id of channelIds) {
      const said = byChannel.get(id) ?? [];
      channels.push({
        ...describe(id, rowsById.get(id)),
        stays: toStays(staysByChannel.get(id) ?? [], said, {startTime, endTime}),
        records: said
          .flatMap((post) => toRecords(post, filesByPost.get(bearerOfFiles(post)) ?? [], range))
          .map((record, place) => ({record, place}))
          .sort(
            (a, b) =>
              a.record.at - b.record.at || compare(a.record.postId, b.record.postId) || a.place - b.place,
          )
          .map(({record}) => record),
      });
    }
    return {
      number: range.number,
      startTime,
      endTime,
      channels,
      posts: posts.length,
      next: lastPost ? {time: lastPost.updateat, id: lastPost.id} : range.after,
      last: complete,
    };
  };
  return database.readSnapshot(read, {signal});
}

async function readPosts(db: Queryable, {after, until, limit}: BatchRange) {
  const posts: PostRow[] = [];
  let characters = 0;
  let cursor = after;
  while (posts.length < limit && characters < MAX_CHARACTERS) {
    const size = Math.min(PAGE, limit - posts.length);
    // One more than is taken, to know whether there are more.
    const page = await selectPosts(db, {after: cursor, until, limit: size + 1});
    const taken = page.slice(0, size);
    for (const post of taken) {
      posts.push(post);
      characters += post.message.length;
    }
    if (page.length <= size) return {posts, complete: true};
    const last = taken.at(-1)!;
    cursor = {time: last.updateat, id: last.id};
  }
  return {posts, complete: false};
}

function describe(id: string, row: ChannelRow | undefined): Omit<BatchChannel, 'stays' | 'records'> {
  // The channel of a post that outlived it.
  if (!row) return {id, name: id, displayName: id, type: 'P', teamId: '', teamName: '', teamDisplayName: ''};
  return {
    id,
    name: row.name,
    displayName: row.displayname,
    type: row.type,
    teamId: row.teamid,
    teamName: row.teamname,
    teamDisplayName: row.teamdisplayname,
  };
}

function toStays(
  rows: readonly StayRow[],
  posts: readonly PostRow[],
  {startTime, endTime}: {startTime: number; endTime: number},
): Stay[] {
  const stays = rows.map((row): Stay => {
    const stillThere = row.leavetime === null || row.leavetime > endTime;
    return {
      userId: row.userid,
      username: row.username,
      email: row.email,
      userType: row.isbot ? 'bot' : 'user',
      joinTime: row.jointime,
      leaveTime: stillThere ? endTime : row.leavetime!,
      wasThere: row.jointime <= startTime,
      stillThere,
    };
  });
  const known = new Set(stays.map(({userId}) => userId));
  for (const post of posts) {
    // Whoever spoke was there, even if no history says so.
    if (known.has(post.userid)) continue;
    known.add(post.userid);
    const {userId, username, email} = authorOf(post);
    stays.push({
      userId,
      username,
      email,
      userType: post.isbot ? 'bot' : 'user',
      joinTime: startTime,
      leaveTime: endTime,
      wasThere: true,
      stillThere: true,
    });
  }
  return stays.sort(
    (a, b) => a.joinTime - b.joinTime || compare(a.email, b.email) || compare(a.userId, b.userId),
  );
}

/** An edited post may have lost the files that its earlier text names. */
function mayHaveFiles({fileids, editat}: PostRow): boolean {
  return fileids !== null || editat > 0;
}

/** The post that files belong to: the one that was edited, not the one that keeps its earlier text. */
function bearerOfFiles({id, originalid}: PostRow): string {
  return originalid || id;
}

/** What there is to tell of a post (reference facts, section 2.4). */
function toRecords(post: PostRow, files: readonly FileRow[], {windowStart, siteUrl}: BatchRange) {
  const spoken = {
    postId: post.id,
    ...authorOf(post),
    createAt: post.createat,
    updateAt: post.updateat,
    rootId: post.rootid,
  };
  const message = (
    updateType: MessageRecord['updateType'],
    at: number,
    text: string,
    editedNewMsgId = '',
  ): MessageRecord => ({
    kind: 'message',
    ...spoken,
    at,
    updateType,
    editedNewMsgId,
    text,
    postUsername: post.shownas,
    previewsPost: post.previewspost || linkedPost(post.message, siteUrl),
  });
  const told = (updateType: MessageRecord['updateType'], at: number): (MessageRecord | FileRecord)[] => [
    message(updateType, at, post.message),
    ...files.filter(({deleteat}) => deleteat === 0 || post.deleteat > 0).map((file) => sent(file, at)),
  ];
  const sent = (file: FileRow, at: number, deleted = false): FileRecord => ({
    kind: 'file',
    ...spoken,
    at,
    fileId: file.id,
    name: file.name,
    path: file.path,
    size: file.size,
    mediaType: file.mimetype,
    deleted,
  });

  if (post.deleteat > 0 && post.originalid !== '') {
    // What the edit took away is told with the text that it went with; the rest, with the present one.
    const lost = files.filter(({id, deleteat}) => deleteat > 0 && post.fileids?.includes(id));
    return [
      message('EditedOriginalMsg', post.updateat, post.message, post.originalid),
      ...lost.map((file) => sent(file, post.updateat)),
    ];
  }
  if (post.deleteat > 0) {
    return [
      ...(isAfter(post, windowStart) ? told('', post.createat) : []),
      message('Deleted', post.deleteat, `delete ${post.message}`),
      ...files.map((file) => sent(file, post.deleteat, true)),
    ];
  }
  const gone = files.filter(({deleteat}) => deleteat > 0).map((file) => sent(file, file.deleteat, true));
  if (post.updateat > post.createat) {
    return [...told(post.editat > 0 ? 'EditedNewMsg' : 'UpdatedNoMsgChange', post.updateat), ...gone];
  }
  return [...told('', post.createat), ...gone];
}

function isAfter({createat, id}: PostRow, cursor: Cursor): boolean {
  return createat > cursor.time || (createat === cursor.time && id > cursor.id);
}

function authorOf(post: PostRow): {userId: string; username: string; email: string; userType: UserType} {
  return {
    userId: post.userid,
    username: post.username ?? post.userid,
    email: post.email ?? post.userid,
    userType: post.byprogram ? 'bot' : 'user',
  };
}

/** The post that clients show below a message, because it links to it. */
function linkedPost(message: string, siteUrl: string): string {
  if (!message.includes('/pl/')) return '';
  for (const [, address, id] of message.matchAll(
    /(https?:\/\/[^\s<>()]+)\/[\w.-]+\/pl\/([a-z0-9]{26})(?![a-z0-9])/g,
  )) {
    if (address === siteUrl) return id!;
  }
  return '';
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
