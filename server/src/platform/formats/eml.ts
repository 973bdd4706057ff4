import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';

export interface EmlMessage {
  /** Addresses. */
  from: string;
  to: readonly string[];
  subject: string;
  date: Date;
  /** The same content always gets the same id, so that a message that comes twice is known for it. */
  identity: string;
  headers: Readonly<Record<string, string>>;
  text: string;
  html: string;
  attachments: readonly {name: string; mediaType: string; content: Readable}[];
}

// A header is one line; what comes from people may hold anything.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * The type of an attachment. The composer, as the standard has it, would not encode messages and parts of messages:
 * their bytes would be changed on the way.
 */
function attachmentType(mediaType: string): string {
  return /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+$/i.test(mediaType)
    ? mediaType
    : 'application/octet-stream';
}

/** An email as MIME (RFC 5322, RFC 2045): the same message gives the same bytes. To be read to its end. */
export function emlStream(message: EmlMessage): Readable {
  const identity = createHash('sha256').update(message.identity).digest('hex').slice(0, 40);
  // The composer writes names in its own way: `X-Globalrelay-Msgtype`.
  const spelling = new Map(Object.keys(message.headers).map((key) => [key.toLowerCase(), key]));
  const headers = Object.entries(message.headers).map(([key, value]) => ({key, value: oneLine(value)}));
  return new MailComposer({
    from: {name: '', address: oneLine(message.from)},
    to: message.to.map((address) => ({name: '', address: oneLine(address)})),
    subject: oneLine(message.subject),
    date: message.date,
    messageId: `<${identity}@patchbay>`,
    headers,
    normalizeHeaderKey: (key: string) => spelling.get(key.toLowerCase()) ?? key,
    // A stored email has the line ends that a sent one has.
    newline: 'windows',
    baseBoundary: identity,
    text: message.text,
    html: message.html,
    textEncoding: 'quoted-printable',
    attachments: message.attachments.map(({name, mediaType, content}) => ({
      filename: oneLine(name),
      contentType: attachmentType(mediaType),
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .createReadStream() as Readable;
}
