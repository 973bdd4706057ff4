import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';

export interface EmlMessage {
  /** Email addresses. */
  from: string;
  to: readonly string[];
  subject: string;
  date: Date;
  /** Determines the message id, so that archives can detect duplicates. */
  identity: string;
  headers: Readonly<Record<string, string>>;
  text: string;
  html: string;
  attachments: readonly {name: string; mediaType: string; content: Readable}[];
}

// User input may contain line breaks, but a header is one line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * The content type of an attachment. Following the standard, the composer doesn't encode the types message/* and
 * multipart/*, so their bytes could be changed in transit.
 */
function attachmentType(mediaType: string): string {
  return /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+$/i.test(mediaType)
    ? mediaType
    : 'application/octet-stream';
}

/** An email as MIME (RFC 5322, RFC 2045). The same message produces the same bytes. Read the stream to its end. */
export function emlStream(message: EmlMessage): Readable {
  const identity = createHash('sha256').update(message.identity).digest('hex').slice(0, 40);
  // The composer would change the case of header names: `X-Globalrelay-Msgtype`.
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
    // CRLF, as in a sent email.
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
