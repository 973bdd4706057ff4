import type {Database, Snapshot} from '../../platform/database/database.ts';
import type {Batch, BatchChannel, Conversation, FileRecord, MessageRecord, SpokenRecord} from './batch.ts';
import {compareTexts} from './compare-texts.ts';
import {bearerOfFiles, mayHaveFiles, recordsOf, type Telling} from './post-records.ts';
import {staysOf} from './stays.ts';
import {
  type ChannelRow,
  type Cursor,
  type PostRange,
  selectAuthors,
  selectBatchEnd,
  selectChangedChannels,
  selectChannels,
  selectFiles,
  selectPosts,
  selectStays,
} from './store.ts';

/** From where to where a batch reads. */
export interface BatchRange extends Telling {
  number: number;
  after: Cursor;
  /** Memberships were told up to here, in milliseconds. */
  memberSince: number;
  /** No post that was changed later is in it. */
  until: number;
  /** Messages at most. */
  limit: number;
}

export interface ReadBatch extends Batch {
  posts: number;
  /** Where the next batch begins. */
  next: Cursor;
  last: boolean;
}

/** What is said in one channel is held in memory: a batch also ends when its texts have this many characters. */
const MAX_CHARACTERS = 32 << 20;

/**
 * Opens a batch of one state of the database for as long as `work` goes on.
 *
 * @returns what `work` does; undefined if nothing was said and nobody came or went
 */
export function readBatch<T>(
  database: Database,
  range: BatchRange,
  {signal}: {signal: AbortSignal},
  work: (batch: ReadBatch) => Promise<T>,
): Promise<T | undefined> {
  return database.readSnapshot(
    async (db) => {
      const batch = await openBatch(db, range);
      return batch && work(batch);
    },
    {signal},
  );
}

async function openBatch(db: Snapshot, range: BatchRange): Promise<ReadBatch | undefined> {
  const {after, until, limit, memberSince, number} = range;
  const end = await selectBatchEnd(db, {after, until, limit, maxCharacters: MAX_CHARACTERS});
  const last = end?.complete ?? true;
  const startTime = memberSince;
  // A post may have come late, when memberships were told up to a later time already: they are told once.
  const endTime = Math.max(startTime, last ? until : end!.upTo.time);
  const posts = end && {after, upTo: end.upTo};
  const channels = await readChannels(db, posts, {startTime, endTime});
  if (channels.length === 0) return undefined;

  const told = (order: 'by channel' | 'by time') => (posts ? toldPages(db, posts, order, range) : nothing());
  return {
    number,
    startTime,
    endTime,
    channels,
    conversations: () => conversationsOf(channels, told('by channel')),
    records: () => recordsOfAll(channels, told('by time')),
    posts: end?.posts ?? 0,
    next: end?.upTo ?? after,
    last,
  };
}

/** The channels in which something was said, or that somebody joined or left, in order of their ids. */
async function readChannels(
  db: Snapshot,
  posts: PostRange | undefined,
  {startTime, endTime}: {startTime: number; endTime: number},
): Promise<BatchChannel[]> {
  const authors = posts ? await selectAuthors(db, posts) : [];
  const changed = await selectChangedChannels(db, startTime, endTime);
  const ids = [...new Set([...authors.map(({channelid}) => channelid), ...changed])].sort(compareTexts);
  const rows = new Map((await selectChannels(db, ids)).map((row) => [row.id, row]));
  const stays = await selectStays(db, {channelIds: ids, from: startTime, until: endTime});
  const staysByChannel = Map.groupBy(stays, ({channelid}) => channelid);
  const authorsByChannel = Map.groupBy(authors, ({channelid}) => channelid);
  return ids.map((id) => ({
    ...describe(id, rows.get(id)),
    stays: staysOf(staysByChannel.get(id) ?? [], authorsByChannel.get(id) ?? [], {startTime, endTime}),
  }));
}

function describe(id: string, row: ChannelRow | undefined): Omit<BatchChannel, 'stays'> {
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

/** When only memberships have changed. */
async function* nothing(): AsyncGenerator<never> {}

interface ToldPost {
  channelId: string;
  records: (MessageRecord | FileRecord)[];
}

/** What there is to tell of each post, a page of posts at a time. */
async function* toldPages(
  db: Snapshot,
  posts: PostRange,
  order: 'by channel' | 'by time',
  telling: Telling,
): AsyncGenerator<ToldPost[]> {
  for await (const page of selectPosts(db, posts, order)) {
    const bearers = page.filter(mayHaveFiles).map(bearerOfFiles);
    const files = bearers.length > 0 ? await selectFiles(db, bearers) : [];
    const filesByPost = Map.groupBy(files, ({postid}) => postid);
    yield page.map((post) => ({
      channelId: post.channelid,
      records: recordsOf(post, filesByPost.get(bearerOfFiles(post)) ?? [], telling),
    }));
  }
}

/** @param pages of posts in order of their channels, which are among `channels` */
async function* conversationsOf(
  channels: readonly BatchChannel[],
  pages: AsyncIterable<ToldPost[]>,
): AsyncGenerator<Conversation> {
  let next = 0;
  let records: Conversation['records'] = [];
  const conversation = (): Conversation => {
    // Sorting keeps the order of what is of one post and time.
    const sorted = records.sort((a, b) => a.at - b.at || compareTexts(a.postId, b.postId));
    records = [];
    return {channel: channels[next++]!, records: sorted};
  };
  for await (const page of pages) {
    for (const post of page) {
      while (channels[next]!.id !== post.channelId) yield conversation();
      records.push(...post.records);
    }
  }
  while (next < channels.length) yield conversation();
}

async function* recordsOfAll(
  channels: readonly BatchChannel[],
  pages: AsyncIterable<ToldPost[]>,
): AsyncGenerator<SpokenRecord> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  for await (const page of pages) {
    for (const {channelId, records} of page) {
      for (const record of records) yield {channel: byId.get(channelId)!, record};
    }
  }
}
