import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import {trialSettings} from '../../platform/config/trial-settings.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {jsonValue, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {settingsInRequest} from '../reference-settings/reference-settings.ts';
import {actorOf} from '../sessions/sessions.ts';
import {textsIn} from '../texts/texts.ts';
import type {Users} from '../users/users.ts';
import {isMailOn, MailError, mailDisabled, sendMail} from './mail.ts';

/** Tests the mail settings before they are saved: `POST /email/test`. */
export function registerMailRoutes(
  api: HttpServer,
  {config, permissions, users}: {config: Config; permissions: Permissions; users: Users},
): void {
  api.post(
    '/email/test',
    {
      schema: {
        summary: 'Send a test email to your own address',
        description:
          'Send settings (`{"EmailSettings": {…}}`) to test them instead of the current ones. The current values apply to settings that are left out, and to secrets that are sent as asterisks. The current password is only sent to the current mail server. 501 if they have no mail server.',
        body: jsonValue(500_000),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const sent = settingsInRequest(request.body, config.get());
      const settings = trialSettings(config.get(), 'EmailSettings', sent, {
        secret: 'SMTPPassword',
        boundTo: ['SMTPServer', 'SMTPPort', 'ConnectionSecurity', 'SkipServerCertificateVerification'],
      });
      if (!isMailOn(settings)) throw mailDisabled();
      const user = await users.byId(actor.userId);
      const texts = textsIn(user.locale, settings);
      const site = settings.TeamSettings.SiteName;
      try {
        await sendMail(settings, {
          to: user.email,
          content: {
            language: texts.language,
            direction: texts.direction,
            subject: texts.test.subject(site),
            title: texts.test.title,
            paragraphs: [texts.test.text],
            footer: texts.footer(site, siteUrl(settings)),
          },
        });
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        throw new AppError({
          id: 'api.admin.test_email.failure',
          message: error.message,
          status: 400,
          path: 'EmailSettings.SMTPServer',
          cause: error,
        });
      }
      return STATUS_OK;
    },
  );
}
