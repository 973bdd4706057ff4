import {emlStream} from '../../../platform/formats/eml.ts';
import {escapeXml} from '../../../platform/formats/xml.ts';
import {safeEntryName} from '../../../platform/formats/zip-entry-name.ts';
import {
  type Batch,
  type BatchChannel,
  CHANNEL_TYPES,
  type Conversation,
  type FileRecord,
  type Membership,
  type MessageRecord,
} from '../batch.ts';
import {compareTexts} from '../compare-texts.ts';
import {type BatchOutput, hasContent} from './batch-output.ts';

/** The maximum bytes of text and files in one email. */
const MAX_EMAIL = 250 << 20;

type Part = {records: (MessageRecord | FileRecord)[]; tooLarge: Set<FileRecord>};

/** Emails for Global Relay (docs/specification.md#global-relay): one per channel, more if it would be too large. */
export async function writeGlobalRelay(batch: Batch, output: BatchOutput): Promise<void> {
  for await (const conversation of batch.conversations()) {
    for (const [index, part] of split(conversation.records).entries()) {
      await writeEmail(batch, conversation, part, index, output);
    }
  }
}

/**
 * Starts a new email if the next message with its files would exceed the limit. A message is only split, between its
 * files, if they need more than one email.
 */
function split(records: readonly (MessageRecord | FileRecord)[]): Part[] {
  const parts: Part[] = [{records: [], tooLarge: new Set()}];
  let size = 0;
  const startRun = () => {
    parts.push({records: [], tooLarge: new Set()});
    size = 0;
  };
  for (const group of messagesWithFiles(records)) {
    const total = group.reduce((sum, record) => sum + bytesOf(record), 0);
    if (size > 0 && size + total > MAX_EMAIL) startRun();
    for (const record of group) {
      const bytes = bytesOf(record);
      if (size + bytes > MAX_EMAIL) startRun();
      size += bytes;
      const part = parts.at(-1)!;
      part.records.push(record);
      if (record.kind === 'file' && isTooLarge(record)) part.tooLarge.add(record);
    }
  }
  return parts;
}

function* messagesWithFiles(records: readonly (MessageRecord | FileRecord)[]) {
  let group: (MessageRecord | FileRecord)[] = [];
  for (const record of records) {
    if (record.kind === 'message' && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(record);
  }
  yield group;
}

function isTooLarge({deleted, size}: FileRecord): boolean {
  return !deleted && size > MAX_EMAIL;
}

/** The size that a record adds to an email. A file that is too large for any email is only mentioned. */
function bytesOf(record: MessageRecord | FileRecord): number {
  if (record.kind === 'message') return Buffer.byteLength(record.text);
  return record.deleted || isTooLarge(record) ? 0 : record.size;
}

async function writeEmail(
  batch: Batch,
  conversation: Conversation,
  part: Part,
  index: number,
  output: BatchOutput,
): Promise<void> {
  const {channel} = conversation;
  const people = participants(conversation);
  // The channel no longer has any members.
  const from = people[0]?.email ?? 'nobody@patchbay.invalid';
  const to = people.length > 0 ? people.map(({email}) => email) : [from];
  const attachments = [];
  for (const record of part.records) {
    if (!hasContent(record)) continue;
    if (part.tooLarge.has(record)) {
      output.warn(
        `The file ${record.name} (${record.fileId}) of the post ${record.postId} is too large for an email.`,
      );
      continue;
    }
    const content = await output.open(record);
    if (content) {
      const name = `${record.fileId}-${safeEntryName(record.name)}`;
      attachments.push({name, mediaType: record.mediaType, content});
    }
  }
  const html = asHtml(batch, channel, people, part);
  const email = emlStream({
    from,
    to,
    subject: `Mattermost Compliance Export: ${channel.displayName}`,
    date: new Date(batch.endTime),
    // The archive drops emails with a known id, so an email with more content needs a new one.
    identity: [batch.startTime, batch.endTime, index, ...attachments.map(({name}) => name), html].join(' '),
    headers: {
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'Content-Transfer-Encoding': '8bit',
      'X-GlobalRelay-MsgType': 'Mattermost',
      'X-Mattermost-ChannelName': channel.displayName,
      'X-Mattermost-ChannelID': channel.id,
      'X-Mattermost-ChannelType': CHANNEL_TYPES[channel.type],
    },
    text: asText(batch, channel, part),
    html,
    attachments,
  });
  await output.deliver(`${safeEntryName(channel.name)} - (${channel.id}) - ${index}.eml`, {from, to}, email);
}

interface Participant extends Membership {
  messages: number;
}

/** The placeholder for a deleted account is not an email address, so mail servers would reject it. */
function mailbox(email: string): string {
  return email.includes('@') ? email : `${email}@patchbay.invalid`;
}

/** Each participant once, from the first join to the last leave, by username. */
function participants({channel, records}: Conversation): Participant[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    if (record.kind === 'message') counts.set(record.userId, (counts.get(record.userId) ?? 0) + 1);
  }
  const byUser = new Map<string, Participant>();
  for (const membership of channel.memberships) {
    const known = byUser.get(membership.userId);
    if (known) known.leaveTime = Math.max(known.leaveTime, membership.leaveTime);
    else byUser.set(membership.userId, {...membership, messages: counts.get(membership.userId) ?? 0});
  }
  for (const person of byUser.values()) person.email = mailbox(person.email);
  return [...byUser.values()].sort((a, b) => compareTexts(a.username, b.username));
}

const time = (parseMillis: number) => `${new Date(parseMillis).toISOString().slice(0, 19)}Z`;

function duration(parseMillis: number): string {
  const seconds = Math.max(0, Math.round(parseMillis / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function textOf(record: MessageRecord | FileRecord, {tooLarge}: Part): string {
  if (record.kind === 'message') return record.text;
  const what = record.deleted ? 'Deleted file' : 'Uploaded file';
  const size = tooLarge.has(record) ? ` (too large for an email: ${record.size} bytes)` : '';
  return `${what} ${record.name}${size}`;
}

function updateTypeOf(record: MessageRecord | FileRecord): string {
  if (record.kind === 'message') return record.updateType;
  return record.deleted ? 'FileDeleted' : '';
}

function asText(batch: Batch, channel: BatchChannel, part: Part): string {
  const lines = [
    `Mattermost Compliance Export: ${channel.displayName}`,
    `Channel ${channel.name} (${channel.id}), from ${time(batch.startTime)} to ${time(batch.endTime)}`,
    '',
  ];
  for (const record of part.records) {
    const update = updateTypeOf(record);
    lines.push(
      `${time(record.createAt)} @${record.username} ${record.userType} (${record.email})${update && ` ${update} ${time(record.at)}`}: ${textOf(record, part)}`,
    );
  }
  return lines.join('\n');
}

function asHtml(batch: Batch, channel: BatchChannel, people: readonly Participant[], part: Part): string {
  const title = `Mattermost Compliance Export: ${channel.displayName}`;
  const summary = [
    ['TeamId', channel.teamId],
    ['TeamName', channel.teamName],
    ['TeamDisplayName', channel.teamDisplayName],
    ['ChannelId', channel.id],
    ['ChannelName', channel.name],
    ['ChannelDisplayName', channel.displayName],
    ['Started', time(batch.startTime)],
    ['Ended', time(batch.endTime)],
    ['Duration', duration(batch.endTime - batch.startTime)],
  ].map(([name, value]) => `<li><b>${name}:</b> ${escapeXml(value!)}</li>`);
  const columns = ['UserId', 'Username', 'UserType', 'Email', 'Joined', 'Left', 'Duration', 'Messages'];
  const rows = people.map(
    (person) =>
      `<tr>${[
        person.userId,
        person.username,
        person.userType,
        person.email,
        time(person.joinTime),
        time(person.leaveTime),
        duration(person.leaveTime - person.joinTime),
        String(person.messages),
      ]
        .map((cell) => `<td>${escapeXml(cell)}</td>`)
        .join('')}</tr>`,
  );
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><title>${escapeXml(title)}</title></head><body>`,
    `<h1>${escapeXml(title)}</h1>`,
    `<ul>${summary.join('')}</ul>`,
    `<table><tr>${columns.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`,
    `<ul>${part.records.map((record) => messageHtml(record, part)).join('\n')}</ul>`,
    `<p>Exported on ${time(batch.endTime)}</p>`,
    '</body></html>',
  ].join('\n');
}

function messageHtml(record: MessageRecord | FileRecord, part: Part): string {
  const update = updateTypeOf(record);
  const isMessage = record.kind === 'message';
  const spans: [string, string][] = [
    ['post_id', record.postId],
    ['sent_time', time(record.createAt)],
    ['username', `@${record.username}`],
    ['userid', record.userId],
    ['postusername', isMessage ? record.postUsername : ''],
    ['usertype', record.userType],
    ['email', record.email],
    ['message', textOf(record, part)],
    ...(isMessage && record.previewsPost ? [['previews_post', record.previewsPost] as [string, string]] : []),
    ...(update
      ? ([
          ['update_type', update],
          ['update_time', time(record.at)],
          ['edited_new_msg_id', isMessage ? record.editedNewMsgId : ''],
        ] as [string, string][])
      : []),
  ];
  return `<li>${spans.map(([name, value]) => `<span class="${name}">${escapeXml(value)}</span>`).join(' ')}</li>`;
}
