import {csvLine, guarded} from '../../../platform/formats/csv.ts';
import {
  type Batch,
  type BatchChannel,
  CHANNEL_TYPES,
  type FileRecord,
  type MessageRecord,
  type Stay,
} from '../batch.ts';
import {addFiles, type BatchOutput, fileEntry, hasContent} from './batch-output.ts';
import {inChunks} from './chunks.ts';

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

/** A line about somebody who joined or left. */
interface StayLine {
  time: number;
  /** Made when its turn comes: the lines of all members at once would be memory for nothing. */
  line(): string;
}

interface Counts {
  messages: number;
  attachments: number;
}

/**
 * CSV (docs/specification.md#csv): `posts.csv` in order of time and post, with joins and leaves as rows,
 * `metadata.json`, and the files. Cells that a spreadsheet would treat as a formula are guarded.
 */
export async function writeCsv(batch: Batch, output: BatchOutput): Promise<void> {
  const counts = new Map<string, Counts>(batch.channels.map(({id}) => [id, {messages: 0, attachments: 0}]));
  const places = new Map(batch.channels.map((channel) => [channel.id, placeOf(channel)]));
  const comings = batch.channels
    .flatMap(({id, stays}) => stays.flatMap((stay) => staying(stay, places.get(id)!)))
    .sort((a, b) => a.time - b.time);
  const files: FileRecord[] = [];
  let rows = comings.length;
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(HEADER);
    let next = 0;
    for await (const {channel, record} of batch.records()) {
      while (next < comings.length && comings[next]!.time <= record.createAt) yield comings[next++]!.line();
      yield said(record, places.get(channel.id)!);
      rows++;
      const count = counts.get(channel.id)!;
      if (record.kind === 'message') count.messages++;
      else count.attachments++;
      if (hasContent(record)) files.push(record);
    }
    while (next < comings.length) yield comings[next++]!.line();
  }
  await output.add('posts.csv', inChunks(lines()), () => rows);
  await addFiles(files, output);
  const metadata = `${JSON.stringify(metadataOf(batch, counts), null, 2)}\n`;
  await output.add('metadata.json', Buffer.from(metadata));
}

function placeOf(channel: BatchChannel): string[] {
  return [
    channel.teamId,
    channel.teamName,
    channel.teamDisplayName,
    channel.id,
    channel.name,
    channel.displayName,
    CHANNEL_TYPES[channel.type],
  ].map(guarded);
}

function staying(stay: Stay, place: readonly string[]): StayLine[] {
  const row = (time: number, type: string, words: string): StayLine => ({
    time,
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

function said(record: MessageRecord | FileRecord, place: readonly string[]): string {
  const isMessage = record.kind === 'message';
  const updateType = isMessage ? record.updateType : record.deleted ? 'FileDeleted' : '';
  const type = isMessage ? 'message' : record.deleted ? 'deleted attachment' : 'attachment';
  return csvLine([
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
  ]);
}

function metadataOf({channels, startTime, endTime}: Batch, counts: ReadonlyMap<string, Counts>) {
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
    MessagesCount: counts.get(channel.id)!.messages,
    AttachmentsCount: counts.get(channel.id)!.attachments,
  }));
  return {
    Channels: Object.fromEntries(described.map((channel) => [channel.ChannelId, channel])),
    MessagesCount: described.reduce((sum, {MessagesCount}) => sum + MessagesCount, 0),
    AttachmentsCount: described.reduce((sum, {AttachmentsCount}) => sum + AttachmentsCount, 0),
    StartTime: startTime,
    EndTime: endTime,
  };
}
