import Type from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {type HttpServer, toAppError} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import type {WebhookReceiver} from './receiving.ts';

/** `POST /hooks/<key>`: the key is the credential. Registered outside the API's prefix. */
export function registerWebhookReceiveRoute(
  app: HttpServer,
  {webhookReceiver, config}: {webhookReceiver: WebhookReceiver; config: Config},
): void {
  void app.register(async (hooks: HttpServer) => {
    // The feature parses the raw body itself, because signatures cover its bytes and the content type may be wrong.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', {parseAs: 'buffer'}, (_request, body, done) => done(null, body));

    hooks.post(
      '/hooks/:key',
      {
        config: {access: 'anonymous'},
        schema: {
          params: Type.Object({key: Type.String({maxLength: 128})}),
          querystring: Type.Object({wait: QueryFlag}),
        },
        async onError(request, _reply, error) {
          // If the body was read, the feature has already recorded the failure.
          if (request.body !== undefined) return;
          const size = Number(request.headers['content-length'] ?? 0);
          await webhookReceiver.recordRejected(request.params.key, {size, error: toAppError(error, config)});
        },
      },
      async (request, reply) => {
        const posts = await webhookReceiver.receive({
          key: request.params.key,
          contentType: request.headers['content-type'],
          body: (request.body as Buffer | null) ?? Buffer.alloc(0),
          signature: header(request.headers['x-patchbay-signature'] ?? request.headers['x-slack-signature']),
          signatureTimestamp: header(
            request.headers['x-patchbay-request-timestamp'] ?? request.headers['x-slack-request-timestamp'],
          ),
        });
        reply.header('X-Post-Id', posts.map((post) => post.id).join(', '));
        if (isFlagSet(request.query.wait)) return reply.send(posts[0]);
        return reply.type('text/plain').send('ok');
      },
    );
  });
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
