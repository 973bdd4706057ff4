import {csvLine, guarded} from '../../../platform/csv/csv.ts';
import {
  type Batch,
  type BatchChannel,
  CHANNEL_TYPES,
  type FileRecord,
  type MessageRecord,
  type Stay,
} from '../batch.ts';
import {inChunks} from './chunks.ts';
import {fileEntry} from './file-entry.ts';
import type {BatchOutput} from './formats.ts';

const HEADER = [
  'Post Creation Time',
  'Post Update Time',
  'Post Update Type',
  'Team Id',
  'Team Name',
  'Team Display Name',
  'Channel Id',
  'Channel Name',
  'Channel Display Name',
  'Channel Type',
  'User Id',
  'User Email',
  'Username',
  'Post Id',
  'Edited By Post Id',
  'Replied to Post Id',
  'Post Message',
  'Post Type',
  'User Type',
  'Previews Post Id',
];

interface Row {
  time: number;
  postId: string;
  /** Made when its turn comes: the lines of a batch at once would be memory for nothing. */
  line(): string;
}

/**
 * CSV (reference facts, section 2.7): `posts.csv` in order of time and post, with joins and leaves as rows,
 * `metadata.json`, and the files. Cells that a spreadsheet would take for a formula are guarded.
 */
export async function writeCsv(batch: Batch, output: BatchOutput): Promise<void> {
  const rows = batch.channels.flatMap(rowsOf);
  rows.sort((a, b) => a.time - b.time || (a.postId < b.postId ? -1 : a.postId > b.postId ? 1 : 0));
  await output.add('posts.csv', inChunks(linesOf(rows)), rows.length);
  for (const {records} of batch.channels) {
    for (const record of records) {
      if (record.kind !== 'file' || record.deleted) continue;
      const content = await output.open(record);
      if (content) await output.add(fileEntry(record), content);
    }
  }
  await output.add('metadata.json', Buffer.from(`${JSON.stringify(metadataOf(batch), null, 2)}\n`));
}

function* linesOf(rows: readonly Row[]): Generator<string> {
  yield csvLine(HEADER);
  for (const row of rows) yield row.line();
}

function rowsOf(channel: BatchChannel): Row[] {
  const place = [
    channel.teamId,
    channel.teamName,
    channel.teamDisplayName,
    channel.id,
    channel.name,
    channel.displayName,
    CHANNEL_TYPES[channel.type],
  ].map(guarded);
  return [
    ...channel.stays.flatMap((stay) => staying(stay, place)),
    ...channel.records.map((record) => said(record, place)),
  ];
}

function staying(stay: Stay, place: readonly string[]): Row[] {
  const row = (time: number, type: string, words: string): Row => ({
    time,
    postId: '',
    line: () =>
      csvLine([
        time,
        '',
        '',
        ...place,
        stay.userId,
        guarded(stay.email),
        guarded(stay.username),
        '',
        '',
        '',
        guarded(`User ${stay.username} (${stay.email}) ${words}`),
        type,
        stay.userType,
        '',
      ]),
  });
  return [
    stay.wasThere
      ? row(stay.joinTime, 'previously-joined', 'was already in the channel')
      : row(stay.joinTime, 'enter', 'joined the channel'),
    ...(stay.stillThere ? [] : [row(stay.leaveTime, 'leave', 'left the channel')]),
  ];
}

function said(record: MessageRecord | FileRecord, place: readonly string[]): Row {
  const isMessage = record.kind === 'message';
  const updateType = isMessage ? record.updateType : record.deleted ? 'FileDeleted' : '';
  const type = isMessage ? 'message' : record.deleted ? 'deleted attachment' : 'attachment';
  return {
    time: record.createAt,
    postId: record.postId,
    line: () =>
      csvLine([
        record.createAt,
        updateType === '' ? '' : record.at,
        updateType,
        ...place,
        record.userId,
        guarded(record.email),
        guarded(record.username),
        record.postId,
        isMessage ? record.editedNewMsgId : '',
        record.rootId,
        guarded(isMessage ? record.text : `${record.name} (${fileEntry(record)})`),
        type,
        record.userType,
        isMessage ? record.previewsPost : '',
      ]),
  };
}

function metadataOf({channels, startTime, endTime}: Batch) {
  const count = ({records}: BatchChannel, kind: string) =>
    records.filter((record) => record.kind === kind).length;
  const described = channels.map((channel) => ({
    TeamId: channel.teamId,
    TeamName: channel.teamName,
    TeamDisplayName: channel.teamDisplayName,
    ChannelId: channel.id,
    ChannelName: channel.name,
    ChannelDisplayName: channel.displayName,
    ChannelType: channel.type,
    RoomId: `${CHANNEL_TYPES[channel.type]} - ${channel.name} - ${channel.id}`,
    StartTime: startTime,
    EndTime: endTime,
    MessagesCount: count(channel, 'message'),
    AttachmentsCount: count(channel, 'file'),
  }));
  return {
    Channels: Object.fromEntries(described.map((channel) => [channel.ChannelId, channel])),
    MessagesCount: described.reduce((sum, {MessagesCount}) => sum + MessagesCount, 0),
    AttachmentsCount: described.reduce((sum, {AttachmentsCount}) => sum + AttachmentsCount, 0),
    StartTime: startTime,
    EndTime: endTime,
  };
}
