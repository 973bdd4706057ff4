import {parse} from 'csv-parse/sync';
import {XMLParser} from 'fast-xml-parser';
import PostalMime from 'postal-mime';
import type {Entries} from './archives.ts';

// Parses the formats of compliance exports into one structure, using third-party parsers.

/** A message in an archive. */
export interface ExportedMessage {
  id: string;
  channel: string;
  email: string;
  userType: string;
  update: string;
  /** When it was posted or changed, in milliseconds. In emails, only whole seconds. */
  at: number;
  text: string;
  /** The id of the parent post. */
  preview: string;
}

interface ExportedMembership {
  channel: string;
  email: string;
  joined: number;
  /** Null if the format says that the user was still a member. */
  left: number | null;
}

/** A file by name, with the path of its content in the archive; undefined if it was deleted. */
interface ExportedFile {
  id: string;
  name: string;
  entry: string | undefined;
}

export interface ParsedExport {
  messages: ExportedMessage[];
  memberships: ExportedMembership[];
  files: ExportedFile[];
}

type Row = Record<string, string>;

/** Removes the escape character that prevents a cell from being a formula. */
export const unescapeFormula = (cell: string) => (/^' *[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

export function readCsvExport(entries: Entries): ParsedExport {
  const rows: Row[] = parse(entries['posts.csv']!, {columns: true});
  const of = (...types: string[]) => rows.filter((row) => types.includes(row['Post Type']!));
  const memberships: ExportedMembership[] = [];
  for (const row of of('previously-joined', 'enter', 'leave')) {
    const key = {channel: row['Channel Id']!, email: unescapeFormula(row['User Email']!)};
    const at = Number(row['Post Creation Time']);
    if (row['Post Type'] !== 'leave') memberships.push({...key, joined: at, left: null});
    else
      memberships.findLast(({channel, email}) => channel === key.channel && email === key.email)!.left = at;
  }
  return {
    messages: of('message').map((row) => ({
      id: row['Post Id']!,
      channel: row['Channel Id']!,
      email: unescapeFormula(row['User Email']!),
      userType: row['User Type']!,
      update: row['Post Update Type']!,
      at: Number(row['Post Update Time'] || row['Post Creation Time']),
      text: unescapeFormula(row['Post Message']!),
      preview: row['Previews Post Id']!,
    })),
    memberships,
    files: of('attachment', 'deleted attachment').map((row) => {
      const [, name, entry] = /^(.*) \((files\/.*)\)$/s.exec(unescapeFormula(row['Post Message']!))!;
      const deleted = row['Post Type'] === 'deleted attachment';
      return {id: row['Post Id']!, name: name!, entry: deleted ? undefined : entry};
    }),
  };
}

export function readActiance(entries: Entries): ParsedExport {
  const repeated = /^(Conversation|Message|Participant(Entered|Left)|FileTransfer(Started|Ended))$/;
  const {FileDump} = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    isArray: (name) => repeated.test(name),
  }).parse(entries['actiance_export.xml']!.toString());
  const parsed: ParsedExport = {messages: [], memberships: [], files: []};
  for (const conversation of FileDump.Conversation ?? []) {
    const channel = conversation.RoomID.split(' - ').at(-1);
    for (const message of conversation.Message ?? []) {
      if (message.UpdatedType === 'FileDeleted') {
        parsed.files.push({id: message.MessageId, name: '', entry: undefined});
        continue;
      }
      parsed.messages.push({
        id: message.MessageId,
        channel,
        email: message.LoginName,
        userType: message.UserType,
        update: message.UpdatedType ?? '',
        at: Number(message.UpdatedDateTimeUTC ?? message.DateTimeUTC),
        text: message.Content,
        preview: message.PreviewsPost ?? '',
      });
    }
    for (const file of conversation.FileTransferStarted ?? []) {
      parsed.files.push({id: '', name: file.UserFileName, entry: file.FileName});
    }
    const left = [...(conversation.ParticipantLeft ?? [])];
    for (const {LoginName, DateTimeUTC} of conversation.ParticipantEntered ?? []) {
      const leaving = left.find((one) => one.LoginName === LoginName)!;
      left.splice(left.indexOf(leaving), 1);
      const time = Number(leaving.DateTimeUTC);
      const stillThere = leaving.DateTimeUTC === conversation.EndTimeUTC;
      parsed.memberships.push({
        channel,
        email: LoginName,
        joined: Number(DateTimeUTC),
        left: stillThere ? null : time,
      });
    }
  }
  return parsed;
}

export function readJsonLines(entries: Entries): ParsedExport {
  const lines = entries['export.jsonl']!.toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  return {
    messages: of('message').map((line) => ({
      id: line.post_id,
      channel: line.channel_id,
      email: line.email,
      userType: line.user_type,
      update: line.update_type,
      at: line.at,
      text: line.message,
      preview: line.previews_post_id,
    })),
    memberships: of('member').map((line) => ({
      channel: line.channel_id,
      email: line.email,
      joined: line.join_time,
      left: line.leave_time,
    })),
    files: of('file').map((line) => ({id: line.post_id, name: line.name, entry: line.entry ?? undefined})),
  };
}

const ENTITIES: Record<string, string> = {amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#13': '\r'};
// Line endings are part of the email format. A carriage return in a message is an entity.
const plain = (html: string) =>
  html.replaceAll('\r\n', '\n').replaceAll(/&(\w+|#\d+);/g, (_whole, name) => ENTITIES[name]!);

export async function readEmails(entries: Entries): Promise<ParsedExport> {
  const parsed: ParsedExport = {messages: [], memberships: [], files: []};
  for (const [name, content] of Object.entries(entries)) {
    if (!name.endsWith('.eml')) continue;
    const email = await PostalMime.parse(content);
    const channel = email.headers.find(({key}) => key === 'x-mattermost-channelid')!.value;
    const end = /<b>Ended:<\/b> ([^<]*)/.exec(email.html!)![1]!;
    for (const [row] of email.html!.matchAll(/<tr><td>.*?<\/tr>/gs)) {
      const [, , , address, joined, left] = [...row.matchAll(/<td>(.*?)<\/td>/gs)].map((cell) => cell[1]!);
      const leaving = left === end ? null : Date.parse(left!);
      parsed.memberships.push({channel, email: plain(address!), joined: Date.parse(joined!), left: leaving});
    }
    for (const [item] of email.html!.matchAll(/<li><span class="post_id">.*?<\/li>/gs)) {
      const spans = [...item.matchAll(/<span class="(\w+)">(.*?)<\/span>/gs)];
      const row: Row = Object.fromEntries(spans.map(([, key, value]) => [key, plain(value!)]));
      const file = /^(Uploaded|Deleted) file (.*)$/s.exec(row.message!);
      if (file) {
        const id = row.post_id!;
        parsed.files.push({id, name: file[2]!, entry: file[1] === 'Uploaded' ? name : undefined});
        continue;
      }
      parsed.messages.push({
        id: row.post_id!,
        channel,
        email: row.email!,
        userType: row.usertype!,
        update: row.update_type ?? '',
        at: Date.parse(row.update_time ?? row.sent_time!),
        text: row.message!,
        preview: row.previews_post ?? '',
      });
    }
  }
  return parsed;
}
