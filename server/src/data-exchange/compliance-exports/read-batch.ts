import type {Database, Snapshot} from '../../platform/database/database.ts';
import type {Batch, BatchChannel, ChannelRecord, Conversation, FileRecord, MessageRecord} from './batch.ts';
import {compareTexts} from './compare-texts.ts';
import {membershipsOf} from './memberships.ts';
import {fileOwnerId, mayHaveFiles, type RecordContext, recordsOf} from './post-records.ts';
import {
  type ChannelRow,
  type Cursor,
  type PostRange,
  selectAuthors,
  selectBatchEnd,
  selectChangedChannels,
  selectChannels,
  selectFiles,
  selectMemberships,
  selectPosts,
} from './store.ts';

/** The range of a batch. */
export interface BatchRange extends RecordContext {
  number: number;
  after: Cursor;
  /** Memberships are already exported up to here, in milliseconds. */
  memberSince: number;
  /** The latest change to include. */
  until: number;
  /** The maximum number of messages. */
  limit: number;
}

export interface ReadBatch extends Batch {
  posts: number;
  /** The start of the next batch. */
  next: Cursor;
  last: boolean;
}

/** The records of a channel are held in memory, so a batch also ends at this number of characters of text. */
const MAX_CHARACTERS = 32 << 20;

/**
 * Opens a batch in a database snapshot while `work` runs.
 *
 * @returns the result of `work`; undefined if there were no messages and no membership changes
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
  // Posts may arrive after memberships were exported up to a later time. Memberships are only exported once.
  const endTime = Math.max(startTime, last ? until : end!.upTo.time);
  const posts = end && {after, upTo: end.upTo};
  const channels = await readChannels(db, posts, {startTime, endTime});
  if (channels.length === 0) return undefined;

  const recordsBy = (order: 'by channel' | 'by time') =>
    posts ? recordPages(db, posts, order, range) : noRecords();
  return {
    number,
    startTime,
    endTime,
    channels,
    conversations: () => conversationsOf(channels, recordsBy('by channel')),
    records: () => recordsOfAll(channels, recordsBy('by time')),
    posts: end?.posts ?? 0,
    next: end?.upTo ?? after,
    last,
  };
}

/** The channels with messages or membership changes, in order of id. */
async function readChannels(
  db: Snapshot,
  posts: PostRange | undefined,
  {startTime, endTime}: {startTime: number; endTime: number},
): Promise<BatchChannel[]> {
  const authors = posts ? await selectAuthors(db, posts) : [];
  const changed = await selectChangedChannels(db, startTime, endTime);
  const ids = [...new Set([...authors.map(({channelid}) => channelid), ...changed])].sort(compareTexts);
  const rows = new Map((await selectChannels(db, ids)).map((row) => [row.id, row]));
  const memberships = await selectMemberships(db, {channelIds: ids, from: startTime, until: endTime});
  const membershipsByChannel = Map.groupBy(memberships, ({channelid}) => channelid);
  const authorsByChannel = Map.groupBy(authors, ({channelid}) => channelid);
  return ids.map((id) => ({
    ...describe(id, rows.get(id)),
    memberships: membershipsOf(membershipsByChannel.get(id) ?? [], authorsByChannel.get(id) ?? [], {
      startTime,
      endTime,
    }),
  }));
}

function describe(id: string, row: ChannelRow | undefined): Omit<BatchChannel, 'memberships'> {
  // A post may outlive its channel.
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

/** Used if only memberships changed. */
async function* noRecords(): AsyncGenerator<never> {}

interface PostRecords {
  channelId: string;
  records: (MessageRecord | FileRecord)[];
}

/** The records of posts, one page at a time. */
async function* recordPages(
  db: Snapshot,
  posts: PostRange,
  order: 'by channel' | 'by time',
  context: RecordContext,
): AsyncGenerator<PostRecords[]> {
  for await (const page of selectPosts(db, posts, order)) {
    const owners = page.filter(mayHaveFiles).map(fileOwnerId);
    const files = owners.length > 0 ? await selectFiles(db, owners) : [];
    const filesByPost = Map.groupBy(files, ({postid}) => postid);
    yield page.map((post) => ({
      channelId: post.channelid,
      records: recordsOf(post, filesByPost.get(fileOwnerId(post)) ?? [], context),
    }));
  }
}

/** @param pages posts in order of channel; each channel is in `channels` */
async function* conversationsOf(
  channels: readonly BatchChannel[],
  pages: AsyncIterable<PostRecords[]>,
): AsyncGenerator<Conversation> {
  let next = 0;
  let records: Conversation['records'] = [];
  const conversation = (): Conversation => {
    // Sorting is stable, so records of the same post and time keep their order.
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
  pages: AsyncIterable<PostRecords[]>,
): AsyncGenerator<ChannelRecord> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  for await (const page of pages) {
    for (const {channelId, records} of page) {
      for (const record of records) yield {channel: byId.get(channelId)!, record};
    }
  }
}
