import {escapeXmlAttribute, xmlElement} from '../../../platform/formats/xml.ts';
import {
  type Batch,
  CHANNEL_TYPES,
  type Conversation,
  type FileRecord,
  type Membership,
  type MessageRecord,
} from '../batch.ts';
import {addFiles, type BatchOutput, fileEntry, hasContent} from './batch-output.ts';
import {inChunks} from './chunks.ts';

const FILE_INDENT = '      ';

/** Actiance XML (docs/specification.md#actiance-xml): one conversation per channel, times in milliseconds. */
export async function writeActiance(batch: Batch, output: BatchOutput): Promise<void> {
  let rows = 0;
  const files: FileRecord[] = [];
  async function* document(): AsyncGenerator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<FileDump xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n';
    for await (const conversation of batch.conversations()) {
      yield* conversationXml(conversation, batch);
      rows += conversation.records.length;
      files.push(...conversation.records.filter(hasContent));
    }
    yield '</FileDump>\n';
  }
  await output.add('actiance_export.xml', inChunks(document()), () => rows);
  await addFiles(files, output, storedPath);
}

/** The path in the file store, if it is safe in an archive. */
function storedPath(file: FileRecord): string {
  const {path} = file;
  return /^[^/\\:]+(\/[^/\\:]+)*$/.test(path) && !path.split('/').includes('..') ? path : fileEntry(file);
}

function* conversationXml({channel, records}: Conversation, {startTime, endTime}: Batch): Generator<string> {
  const room = `${CHANNEL_TYPES[channel.type]} - ${channel.name} - ${channel.id}`;
  yield `  <Conversation Perspective="${escapeXmlAttribute(channel.displayName)}">\n`;
  yield xmlElement('RoomID', room, '    ');
  yield xmlElement('StartTimeUTC', startTime, '    ');
  for (const membership of channel.memberships)
    yield participant('ParticipantEntered', membership, membership.joinTime);
  for (const record of records) yield record.kind === 'message' ? message(record) : file(record);
  for (const membership of byLeaving(channel.memberships))
    yield participant('ParticipantLeft', membership, membership.leaveTime);
  yield xmlElement('EndTimeUTC', endTime, '    ');
  yield '  </Conversation>\n';
}

function byLeaving(memberships: readonly Membership[]): Membership[] {
  return memberships.toSorted((a, b) => a.leaveTime - b.leaveTime);
}

function participant(name: string, {email, userType}: Membership, time: number): string {
  return `    <${name}>\n${[
    xmlElement('LoginName', email, FILE_INDENT),
    xmlElement('UserType', userType, FILE_INDENT),
    xmlElement('DateTimeUTC', time, FILE_INDENT),
    xmlElement('CorporateEmailID', email, FILE_INDENT),
  ].join('')}    </${name}>\n`;
}

function message(record: MessageRecord): string {
  const {updateType, editedNewMsgId, previewsPost} = record;
  return `    <Message>\n${[
    xmlElement('MessageId', record.postId, FILE_INDENT),
    xmlElement('LoginName', record.email, FILE_INDENT),
    xmlElement('UserType', record.userType, FILE_INDENT),
    xmlElement('DateTimeUTC', record.createAt, FILE_INDENT),
    updateType && xmlElement('UpdatedType', updateType, FILE_INDENT),
    updateType && xmlElement('UpdatedDateTimeUTC', record.at, FILE_INDENT),
    editedNewMsgId && xmlElement('EditedNewMsgId', editedNewMsgId, FILE_INDENT),
    xmlElement('Content', record.text, FILE_INDENT),
    previewsPost && xmlElement('PreviewsPost', previewsPost, FILE_INDENT),
  ].join('')}    </Message>\n`;
}

function file(record: FileRecord): string {
  if (record.deleted) {
    return message({
      ...record,
      kind: 'message',
      updateType: 'FileDeleted',
      editedNewMsgId: '',
      text: `delete ${storedPath(record)}`,
      postUsername: '',
      previewsPost: '',
    });
  }
  const what = [
    xmlElement('LoginName', record.email, FILE_INDENT),
    xmlElement('DateTimeUTC', record.at, FILE_INDENT),
    xmlElement('UserFileName', record.name, FILE_INDENT),
    xmlElement('FileName', storedPath(record), FILE_INDENT),
  ].join('');
  const status = xmlElement('Status', 'Completed', FILE_INDENT);
  return `    <FileTransferStarted>\n${what}    </FileTransferStarted>\n    <FileTransferEnded>\n${what}${status}    </FileTransferEnded>\n`;
}
