import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {EmailNotifications} from './email-notifications.ts';

/** `/notifications/unsubscribe`: turns off a user's email notifications with the link in an email. */
export function registerEmailNotificationRoutes(
  api: HttpServer,
  {emailNotifications}: {emailNotifications: EmailNotifications},
): void {
  const query = Type.Object({token: word('The token in the link.')});

  void api.register(async (scope: HttpServer) => {
    // Mail programs send a form, not JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => done(null, body));
    scope.post(
      '/notifications/unsubscribe',
      {
        config: {access: 'anonymous'},
        schema: {
          summary: 'Turn off your email notifications with the token from an email',
          description:
            'Mail programs send this request when an email has the header `List-Unsubscribe` (RFC 8058).',
          querystring: query,
          response: {200: StatusOk},
        },
      },
      async (request) => {
        await emailNotifications.unsubscribe(request.query.token);
        return STATUS_OK;
      },
    );
  });

  api.get(
    '/notifications/unsubscribe',
    {
      config: {access: 'anonymous'},
      schema: {summary: 'Redirect to the page that asks for confirmation', querystring: query},
    },
    async (request, reply) => reply.redirect(emailNotifications.unsubscribePage(request.query.token)),
  );
}
