import type {Settings} from '../../platform/config/settings.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {SendEmail} from './write-batch.ts';

export type RelaySettings = Settings['MessageExportSettings']['GlobalRelaySettings'];

/** Global Relay's mail servers by customer type. */
const SERVERS: Readonly<Record<string, string>> = {
  A9: 'mailarchivespool1.globalrelay.com',
  A10: 'feeds.globalrelay.com',
};
const PORT = 25;
/** The maximum number of emails per connection that the server accepts (docs/specification.md#global-relay). */
const EMAILS_PER_CONNECTION = 400;

/** Connects to the archive's mail server. The connection is encrypted unless the server is on this machine. */
export function openGlobalRelay(settings: RelaySettings): {send: SendEmail; close(): Promise<void>} {
  const custom = settings.CustomerType === 'CUSTOM';
  const host = custom ? settings.CustomSMTPServerName : SERVERS[settings.CustomerType]!;
  const port = custom ? Number(settings.CustomSMTPPort || PORT) : PORT;
  const timeout = settings.SMTPServerTimeout * 1000;
  const options = {
    pool: true as const,
    maxConnections: 1,
    maxMessages: EMAILS_PER_CONNECTION,
    host,
    port,
    secure: false,
    requireTLS: !/^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    ...(settings.SMTPUsername && {auth: {user: settings.SMTPUsername, pass: settings.SMTPPassword}}),
  };
  // Loaded for the first email: exports in other formats need no library for it.
  const connect = async () => (await import('nodemailer')).createTransport(options);
  let connected: ReturnType<typeof connect> | undefined;
  return {
    async send({from}, raw) {
      connected ??= connect();
      const transport = await connected;
      try {
        return await transport.sendMail({envelope: {from, to: [settings.EmailAddress]}, raw});
      } catch (error) {
        throw new AppError({
          id: 'ent.message_export.global_relay.send.app_error',
          message:
            `The mail server ${host}:${port} rejected an email: ${(error as Error).message}. ` +
            'Emails before it were sent. When the mail server works again, run the export again to continue.',
          status: 502,
          cause: error,
        });
      }
    },
    async close() {
      (await connected)?.close();
    },
  };
}
