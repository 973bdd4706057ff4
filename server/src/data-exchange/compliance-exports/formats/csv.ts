import {csvLine, guarded} from '../../../platform/formats/csv/csv.ts';
import {
  type Batch,
  type BatchChannel,
  CHANNEL_TYPES,
  type FileRecord,
  type Membership,
  type MessageRecord,
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

/** A row for a join or leave. */
interface MembershipEvent {
  time: number;
  /** Creates the row on demand, to save memory. */
  line(): string;
}

interface Counts {
  messages: number;
  attachments: number;
}

/**
 * CSV (docs/specification.md#csv): `posts.csv` in order of time and post, with joins and leaves as rows,
 * `metadata.json`, and the files. Cells that a spreadsheet would treat as a formula are escaped.
 */
export async function writeCsv(batch: Batch, output: BatchOutput): Promise<void> {
  const counts = new Map<string, Counts>(batch.channels.map(({id}) => [id, {messages: 0, attachments: 0}]));
  const places = new Map(batch.channels.map((channel) => [channel.id, placeOf(channel)]));
  const events = batch.channels
    .flatMap(({id, memberships}) =>
      memberships.flatMap((membership) => membershipEvents(membership, places.get(id)!)),
    )
    .sort((a, b) => a.time - b.time);
  const files: FileRecord[] = [];
  let rows = events.length;
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(HEADER);
    let next = 0;
    for await (const {channel, record} of batch.records()) {
      while (next < events.length && events[next]!.time <= record.createAt) yield events[next++]!.line();
      yield said(record, places.get(channel.id)!);
      rows++;
      const count = counts.get(channel.id)!;
      if (record.kind === 'message') count.messages++;
      else count.attachments++;
      if (hasContent(record)) files.push(record);
    }
    while (next < events.length) yield events[next++]!.line();
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

function membershipEvents(membership: Membership, place: readonly string[]): MembershipEvent[] {
  const row = (time: number, type: string, text: string): MembershipEvent => ({
    time,
    line: () =>
      csvLine([
        time,
        '',
        '',
        ...place,
        membership.userId,
        guarded(membership.email),
        guarded(membership.username),
        '',
        '',
        '',
        guarded(`User ${membership.username} (${membership.email}) ${text}`),
        type,
        membership.userType,
        '',
      ]),
  });
  return [
    membership.joinedBefore
      ? row(membership.joinTime, 'previously-joined', 'was already in the channel')
      : row(membership.joinTime, 'enter', 'joined the channel'),
    ...(membership.isStillMember ? [] : [row(membership.leaveTime, 'leave', 'left the channel')]),
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
