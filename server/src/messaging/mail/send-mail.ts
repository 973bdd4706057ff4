import type {Settings} from '../../platform/config/settings.ts';
import {type MailContent, mailHtml, mailText} from './layout.ts';

/** An email could not be sent. `message` says what was tried and how the mail server responded. */
export class MailError extends Error {
  /** Whether the mail server rejected this email, so that retrying is useless. */
  readonly isPermanent: boolean;

  constructor(message: string, {isPermanent, cause}: {isPermanent: boolean; cause: unknown}) {
    super(message, {cause});
    this.name = 'MailError';
    this.isPermanent = isPermanent;
  }
}

/** The additional fields of nodemailer's errors. */
interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  /** The mail server's response. */
  response?: string;
  responseCode?: number;
}

interface OutgoingMail {
  to: string;
  content: MailContent;
  /** Stays the same when the email is sent again, so that mailboxes can detect the duplicate. */
  id?: string;
  /** See `ComposedMail` (./mail.ts). */
  thread?: string;
  unsubscribeUrl?: string;
}

/**
 * Sends an email to one address.
 *
 * @throws MailError if the mail server is unavailable or rejects the email
 */
export async function sendMail(
  settings: Settings,
  {to, content, id, thread, unsubscribeUrl}: OutgoingMail,
): Promise<void> {
  const {EmailSettings: email, TeamSettings: team} = settings;
  const timeout = email.SMTPServerTimeout * 1000;
  // Loaded when the first email is sent.
  const {createTransport} = await import('nodemailer');
  const transport = createTransport({
    host: email.SMTPServer,
    port: Number(email.SMTPPort),
    secure: email.ConnectionSecurity === 'TLS',
    requireTLS: email.ConnectionSecurity === 'STARTTLS',
    ignoreTLS: email.ConnectionSecurity === '',
    tls: {rejectUnauthorized: !email.SkipServerCertificateVerification},
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(email.EnableSMTPAuth && {auth: {user: email.SMTPUsername, pass: email.SMTPPassword}}),
  });
  try {
    await transport.sendMail({
      from: {name: email.FeedbackName || team.SiteName, address: email.FeedbackEmail},
      to: {name: '', address: to},
      ...(email.ReplyToAddress && {replyTo: {name: '', address: email.ReplyToAddress}}),
      subject: content.subject,
      text: mailText(content),
      html: mailHtml(content),
      ...(id && {messageId: messageId(id, email)}),
      // All emails of a thread refer to the same first message, which doesn't exist.
      ...(thread && {inReplyTo: messageId(thread, email), references: messageId(thread, email)}),
      headers: {
        // Prevents automatic replies, for example while the recipient is on vacation.
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  } catch (error) {
    throw toMailError(error as SmtpFailure, email);
  } finally {
    transport.close();
  }
}

function messageId(local: string, {FeedbackEmail}: Settings['EmailSettings']): string {
  return `<${local}@${FeedbackEmail.slice(FeedbackEmail.lastIndexOf('@') + 1)}>`;
}

const SECURITY = {
  '': 'without encryption',
  TLS: 'with TLS',
  STARTTLS: 'with STARTTLS',
} as const;

function toMailError(failure: SmtpFailure, email: Settings['EmailSettings']): MailError {
  const tried = `${email.SMTPServer}:${email.SMTPPort} ${SECURITY[email.ConnectionSecurity]}`;
  const {code = '', command = '', response, responseCode = 0} = failure;
  const reply =
    response === undefined ? failure.message : `the mail server answered "${response.slice(0, 500)}"`;
  const hintFor =
    code === 'EAUTH'
      ? ' Check SMTPUsername and SMTPPassword.'
      : code === 'ETIMEDOUT'
        ? ` It did not respond within ${email.SMTPServerTimeout} seconds. Check SMTPServer, SMTPPort and ConnectionSecurity.`
        : '';
  return new MailError(`Could not send an email through ${tried}: ${reply}.${hintFor}`, {
    // Other rejections, such as of the password or the sender, are caused by the settings, which can be corrected.
    isPermanent: responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'),
    cause: failure,
  });
}
