import {createTransport} from 'nodemailer';
import type {Settings} from '../../platform/config/settings.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {SendEmail} from './write-batch.ts';

export type RelaySettings = Settings['MessageExportSettings']['GlobalRelaySettings'];

/** Global Relay's own mail servers, by the kind of customer. */
const SERVERS: Readonly<Record<string, string>> = {
  A9: 'mailarchivespool1.globalrelay.com',
  A10: 'feeds.globalrelay.com',
};
const PORT = 25;
/** The server accepts no more on one connection (docs/specification.md#global-relay). */
const EMAILS_A_CONNECTION = 400;

/** A connection to the mail server that archives: encrypted, unless the server is on this machine. */
export function openGlobalRelay(settings: RelaySettings): {send: SendEmail; close(): void} {
  const custom = settings.CustomerType === 'CUSTOM';
  const host = custom ? settings.CustomSMTPServerName : SERVERS[settings.CustomerType]!;
  const port = custom ? Number(settings.CustomSMTPPort || PORT) : PORT;
  const timeout = settings.SMTPServerTimeout * 1000;
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    maxMessages: EMAILS_A_CONNECTION,
    host,
    port,
    secure: false,
    requireTLS: !/^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    ...(settings.SMTPUsername && {auth: {user: settings.SMTPUsername, pass: settings.SMTPPassword}}),
  });
  return {
    async send({from}, raw) {
      try {
        return await transport.sendMail({envelope: {from, to: [settings.EmailAddress]}, raw});
      } catch (error) {
        throw new AppError({
          id: 'ent.message_export.global_relay.send.app_error',
          message:
            `The mail server ${host}:${port} did not take an email: ${(error as Error).message}. ` +
            'What was sent before is sent; run the export again when the server answers, and it goes on from there.',
          status: 502,
          cause: error,
        });
      }
    },
    close: () => transport.close(),
  };
}
